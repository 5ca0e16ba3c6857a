"""A model of random weights in the GGUF format: says nonsense, held to a schema it keeps to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def tiny_model(file: Path) -> Path:
    """140 KB: one layer, letters as tokens. Skips the test where the packages for it are not installed."""
    gguf: Any = pytest.importorskip("gguf", reason="gguf writes the model that is asked (pip install gguf)")
    numpy: Any = pytest.importorskip("numpy", reason="numpy makes the weights")
    pytest.importorskip("xllamacpp", reason="llama.cpp's server is not installed (pip install xllamacpp)")
    weights = numpy.random.default_rng(1)
    tokens = [b"<unk>", b"<s>", b"</s>", *(f"<0x{sign:02X}>".encode() for sign in range(256))]
    tokens += [*(bytes([sign]) for sign in range(32, 127)), "▁".encode()]
    width, inner = 32, 64
    writer = gguf.GGUFWriter(str(file), "llama")
    writer.add_name("tiny")
    writer.add_context_length(16_384)
    writer.add_embedding_length(width)
    writer.add_block_count(1)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(2)
    writer.add_head_count_kv(2)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(16)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([2, 3, 3] + [6] * 256 + [1] * 96)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_chat_template("{% for m in messages %}{{ m['content'] }}\n{% endfor %}")

    def random(*shape: int) -> Any:
        return (weights.standard_normal(shape) * 0.1).astype(numpy.float32)

    ones = numpy.ones(width, numpy.float32)
    writer.add_tensor("token_embd.weight", random(len(tokens), width))
    writer.add_tensor("output_norm.weight", ones)
    writer.add_tensor("output.weight", random(len(tokens), width))
    for name in ("attn_norm", "ffn_norm"):
        writer.add_tensor(f"blk.0.{name}.weight", ones)
    for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
        writer.add_tensor(f"blk.0.{name}.weight", random(width, width))
    for name in ("ffn_gate", "ffn_up"):
        writer.add_tensor(f"blk.0.{name}.weight", random(inner, width))
    writer.add_tensor("blk.0.ffn_down.weight", random(width, inner))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return file
