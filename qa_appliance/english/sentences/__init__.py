"""Texts cut into sentences, sentences into clauses, and what stands round them: leads, structure, own phrases."""
