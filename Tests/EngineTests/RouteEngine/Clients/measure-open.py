#!/usr/bin/env python3
"""Measures what the C library needs to use a release: for its index SHA-256 and opening, for its body SHA-256, compiling and
opening. The processor's time, medians of five.
usage: measure-open.py BODY …   (after make library; Tests/WebClientTests/measure-fetch.mjs writes bodies with BODIES=FOLDER)"""
import ctypes
import sys
import time
from pathlib import Path

pointer, size = ctypes.c_void_p, ctypes.c_size_t
library = ctypes.CDLL(str(Path(__file__).resolve().parents[4] / ".build/library/libwaymark.so"))
library.wm_compile.restype = library.wm_open_index.restype = pointer
digest = (ctypes.c_ubyte * 32)()


def compiled(body):
    length = size()
    return pointer(library.wm_compile(body, size(len(body)), None, ctypes.byref(length))), length


def use(file, length):
    library.wm_close(pointer(library.wm_open_index(file, length, None, None)))


def from_index(index):
    library.wm_sha256(index, size(len(index)), digest)
    use(index, size(len(index)))


def from_body(body):
    library.wm_sha256(body, size(len(body)), digest)
    file, length = compiled(body)
    use(file, length)
    library.wm_free(file)


def median(run, argument):
    times = []
    for _ in range(5):
        begun = time.process_time()
        run(argument)
        times.append((time.process_time() - begun) * 1000)
    return sorted(times)[2]


for path in sys.argv[1:]:
    body = Path(path).read_bytes()
    file, length = compiled(body)
    index = ctypes.string_at(file, length.value)
    library.wm_free(file)
    print(f"{path}: index {median(from_index, index):.2f} ms, body {median(from_body, body):.2f} ms")
