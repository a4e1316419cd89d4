"""How far one process goes: the parts of bench_scale.py."""
