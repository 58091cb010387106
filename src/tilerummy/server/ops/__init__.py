"""Operations: limits, logs, metrics, retention and the tuning of the process."""
