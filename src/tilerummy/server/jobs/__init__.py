"""The jobs that workers run: functions of plain values that use neither store nor rooms."""
