"""The jobs of workers: functions of plain values, independent of store and rooms."""
