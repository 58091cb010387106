"""What may become of the jokers of the table, and what each choice leaves to be laid."""
