"""Repeats a file of cases (see EngineCases.swift) with libwaymark, by ctypes, and measures the time of a resolution.

usage: cases.py LIBRARY FILE
"""
import ctypes
import json
import sys
import time

Text = ctypes.c_void_p
Length = ctypes.c_size_t


class Waymark:
    """The functions that the cases need; `waymark.h` documents them."""

    def __init__(self, path):
        library = ctypes.CDLL(path)
        place, length = ctypes.POINTER(Text), ctypes.POINTER(Length)
        for name, result, arguments in [
            ("wm_free", None, [Text]),
            ("wm_open", Text, [ctypes.c_char_p, Length, place, length]),
            ("wm_close", None, [Text]),
            ("wm_context_new", Text, [ctypes.c_char_p, Length, place, length]),
            ("wm_context_free", None, [Text]),
            ("wm_resolve", Text, [Text, Text, ctypes.c_char_p, Length, ctypes.c_int64, ctypes.c_uint32, length]),
        ]:
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        self.library = library

    def take(self, pointer, length):
        text = ctypes.string_at(pointer, length)
        self.library.wm_free(pointer)
        return text

    def made(self, function, data):
        problem, length = Text(), Length()
        handle = function(data, len(data), ctypes.byref(problem), ctypes.byref(length))
        if not handle:
            sys.exit(self.take(problem.value, length.value).decode())
        return handle

    def open(self, body):
        return self.made(self.library.wm_open, body)

    def context(self, text):
        return self.made(self.library.wm_context_new, text)

    def resolve(self, release, context, address, now, flags):
        length = Length()
        pointer = self.library.wm_resolve(release, context, address, len(address), now, flags, ctypes.byref(length))
        return self.take(pointer, length.value)


def main():
    waymark = Waymark(sys.argv[1])
    release = context = None
    count = different = 0
    seconds = 0.0
    for line in open(sys.argv[2], "rb"):
        kind, *fields = line.rstrip(b"\n").split(b"\t")
        if kind == b"B":
            waymark.library.wm_close(release)
            release = waymark.open(fields[0])
        elif kind == b"C":
            waymark.library.wm_context_free(context)
            context = waymark.context(fields[0])
        else:
            now, flags, address, expected = fields
            start = time.perf_counter()
            answer = waymark.resolve(release, context, address, int(now), int(flags))
            seconds += time.perf_counter() - start
            count += 1
            if answer != expected:
                different += 1
                if different <= 5:
                    print(address, answer.decode(), expected.decode(), sep="\n", file=sys.stderr)
            elif count == 1:
                json.loads(answer)
    print(f"Python: {count} resolutions, {different} differences, {seconds / max(count, 1) * 1e6:.1f} µs each")
    sys.exit(0 if count and not different else 1)


main()
