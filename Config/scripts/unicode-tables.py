#!/usr/bin/env python3
"""Makes the Unicode tables of WebAddress from public data.

Usage: python3 -m venv VENV; VENV/bin/pip install idna==3.19 unicodedata2==17.0.1
       VENV/bin/python Config/scripts/unicode-tables.py Sources/Engine/WebAddress Tests/TextTests/WebAddress

Unicode 17 is the version that the URL standard's test data of June 2026 was made with; move both together.

Sources: UTS 46 mapping and Joining_Type from `idna`; bidi classes, general categories, combining classes and
decompositions from `unicodedata2`. Numbers are written in a base64 alphabet, five bits a character, least significant
first, 32 marking that more follow; `PackedNumbers.swift` reads them.
"""

import itertools
import pathlib
import random
import sys

import idna
import unicodedata2 as ucd
from idna import idnadata, uts46data

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
SCALARS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
BIDI = ["L", "R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"]
JOINING = ["U", "C", "D", "L", "R", "T"]
WIDTH = 110


def packed(numbers):
    out = []
    for n in numbers:
        assert n >= 0
        while n >= 32:
            out.append(ALPHABET[n & 31 | 32])
            n >>= 5
        out.append(ALPHABET[n])
    return "".join(out)


def literal(name, comment, numbers):
    text = packed(numbers)
    lines = [text[i : i + WIDTH] for i in range(0, len(text), WIDTH)]
    body = "\\\n".join("        " + line for line in lines)
    return f'    /// {comment}\n    static let {name} = """\n{body}\n        """\n'


def deltas(starts):
    return [b - a for a, b in zip([0] + starts, starts)]


def runs(value):
    """(start, value) of every maximal run of equal values; the gap of surrogates has the value that `value` returns."""
    result = []
    for c in range(0x110000):
        v = value(c)
        if not result or result[-1][1] != v:
            result.append((c, v))
    return result


def mapping():
    """Per run: 0 valid, 1 ignored, 2 disallowed, else 3 + 32 * offset + length of the replacement in the pool."""
    pool, where = [], {}

    def code(status, replacement):
        if status in "VD":
            return 0
        if status == "I":
            return 1
        if status == "X":
            return 2
        assert status == "M"
        if replacement not in where:
            scalars = [ord(c) for c in replacement]
            assert 0 < len(scalars) < 32
            where[replacement] = len(pool)
            pool.extend(scalars)
        return 3 + 32 * where[replacement] + len(replacement)

    table = []
    rows = zip(uts46data.uts46_starts, uts46data.uts46_statuses, uts46data.uts46_replacements)
    for start, status, replacement in rows:
        value = code(chr(status), replacement)
        if not table or table[-1][1] != value or value > 2:
            table.append((start, value))
    # A mapping row is for one code point or for a run with one replacement; both become runs.
    values = [0 if v == 0 else v for _, v in table]
    return [
        literal("mappingStarts", "Where each run begins, as the distance from the one before.", deltas([s for s, _ in table])),
        literal("mappingValues", "What holds there: 0 valid, 1 ignored, 2 disallowed, else 3 + 32 * offset + length.", values),
        literal("mappingPool", "The replacements' scalars.", pool),
    ]


def joining_types():
    types = {}
    for name, intervals in idnadata.joining_types.items():
        for interval in intervals:
            for c in range(interval >> 32, interval & 0xFFFFFFFF):
                types[c] = JOINING.index(name)
    return types


def decomposition(c):
    return [ord(d) for d in ucd.normalize("NFD", chr(c))]


def is_hangul(c):
    return 0xAC00 <= c < 0xAC00 + 11172


def pairs():
    """(first, second, composite) of every primary composite except Hangul's."""
    result = []
    for c in SCALARS:
        fields = ucd.decomposition(chr(c)).split()
        if is_hangul(c) or len(fields) != 2 or fields[0].startswith("<") or ucd.normalize("NFC", chr(c)) != chr(c):
            continue
        result.append((int(fields[0], 16), int(fields[1], 16), c))
    return sorted(result)


def properties(composites):
    joining = joining_types()
    seconds = {second for _, second, _ in composites} | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))

    def value(c):
        if 0xD800 <= c < 0xE000:
            return 15
        char = chr(c)
        bidi = ucd.bidirectional(char)
        bits = BIDI.index(bidi) if bidi in BIDI else 15
        bits |= joining.get(c, 0) << 4
        bits |= (ucd.category(char)[0] == "M") << 7
        bits |= (c in seconds or ucd.normalize("NFC", char) != char) << 8
        return bits | ucd.combining(char) << 9

    table = runs(value)
    return [
        literal("propertyStarts", "Where each run begins, as the distance from the one before.", deltas([s for s, _ in table])),
        literal(
            "propertyValues",
            "Bits 0-3 bidi class, 4-6 joining type, 7 mark, 8 may change under NFC, 9-16 combining class.",
            [v for _, v in table],
        ),
    ]


def normalization(composites):
    table = [(c, decomposition(c)) for c in SCALARS if not is_hangul(c)]
    table = [(c, d) for c, d in table if d != [c]]
    return [
        literal("decompositionScalars", "What decomposes, as the distance from the one before.", deltas([c for c, _ in table])),
        literal("decompositionLengths", "The length of each full canonical decomposition.", [len(d) for _, d in table]),
        literal("decompositionPool", "Those decompositions, in order.", list(itertools.chain(*[d for _, d in table]))),
        literal("compositionFirsts", "First scalars of the pairs that compose, as distances.", deltas([a for a, _, _ in composites])),
        literal("compositionSeconds", "Their second scalars.", [b for _, b, _ in composites]),
        literal("compositionResults", "What they compose to.", [c for _, _, c in composites]),
    ]


def normalization_vectors(composites):
    """Random strings of characters that compose or decompose and of marks, each with its form C; both after their lengths."""
    source = random.Random(1999)
    interesting = sorted(
        {c for pair in composites for c in pair}
        | {c for c in SCALARS if ucd.combining(chr(c))}
        | {c for c in SCALARS if not is_hangul(c) and decomposition(c) != [c]}
    )
    jamo = [*range(0x1100, 0x1113), *range(0x1161, 0x1176), *range(0x11A7, 0x11C3)]
    marks = [c for c in interesting if ucd.combining(chr(c))]
    numbers = []
    for _ in range(1500):
        pools = source.choices([interesting, marks, jamo, range(0xAC00, 0xD7A4), range(0x41, 0x5B)], [5, 5, 2, 1, 2], k=6)
        scalars = [source.choice(pool) for pool in pools[: source.randint(1, 6)]]
        result = [ord(c) for c in ucd.normalize("NFC", "".join(map(chr, scalars)))]
        numbers += [len(scalars), *scalars, len(result), *result]
    return [literal("normalizationVectors", "Length, scalars, length, scalars of form C; again and again.", numbers)]


def write(folder, name, summary, literals):
    text = (
        f"// Generated by Config/scripts/unicode-tables.py from Unicode {ucd.unidata_version}; do not edit.\n"
        f"// Sources: idna {idna.__version__}, unicodedata2 (licence of the data: Unicode-3.0).\n\n"
        + ("@testable import WebAddress\n\n" if name == "Vectors" else "")
        + f"/// {summary}\nextension UnicodeTables {{\n" + "\n".join(literals) + "}\n"
    )
    (folder / f"UnicodeTables+{name}.swift").write_text(text)


def main():
    assert uts46data.__version__ == ucd.unidata_version, "both sources must have the same Unicode version"
    folder = pathlib.Path(sys.argv[1])
    composites = pairs()
    write(folder, "Mapping", "UTS 46: what each scalar becomes in a domain, without transitional processing.", mapping())
    write(folder, "Properties", "What the bidi rule, the joiner rules and normalisation ask of each scalar.", properties(composites))
    write(folder, "Normalization", "Canonical decompositions and compositions; Hangul is computed.", normalization(composites))
    tests = pathlib.Path(sys.argv[2])
    write(tests, "Vectors", "Normalisation by another implementation.", normalization_vectors(composites))


main()
