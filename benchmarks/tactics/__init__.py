"""What the quick tactics gain by what they weigh."""
