"""The count model and the dynamic program that answers it."""
