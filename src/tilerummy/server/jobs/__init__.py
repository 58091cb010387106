"""The jobs that workers run: functions of plain data, without access to the store or rooms."""
