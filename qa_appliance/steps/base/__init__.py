"""What steps share: the stage they play on, answers, comparisons, texts. Performs nothing."""
