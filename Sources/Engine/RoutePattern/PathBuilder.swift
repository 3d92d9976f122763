import WebAddress

/// Builds the path constraint of one alternative.
enum PathBuilder {
    static func path(_ atoms: [PatternAtom], _ options: PatternOptions) throws(PatternError) -> PathConstraint {
        if atoms.isEmpty { return .segments([], .end) }
        if atoms.count == 1, case .wildcard = atoms[0] { return .any }
        guard case .literal(let text) = atoms[0], text.bytes.first == UInt8(ascii: "/") else {
            throw PatternError(
                .literal, at: atoms[0].offset, "a path begins with /", hint: "write / before it")
        }
        var pieces = SegmentBuilder(atoms, separator: UInt8(ascii: "/")).path
        guard pieces.count <= PatternLimits.segmentsMax else {
            throw PatternError(
                .tooManySegments, at: text.offset, "the path has \(pieces.count) segments",
                hint: "an address has at most \(PatternLimits.segmentsMax)")
        }
        let ending = ending(of: pieces.last ?? [])
        if ending.kind != .end { pieces.removeLast() }
        if ending.kind == .end, !options.strictSlash, pieces.last?.isEmpty == true { pieces.removeLast() }
        var segments: [SegmentMatcher] = []
        for piece in pieces {
            let segment = try SegmentBuilder.matcher(piece, of: .path)
            try refuseDots(segment, piece)
            segments.append(segment)
        }
        return .segments(segments, ending)
    }

    private static func ending(of piece: [PatternAtom]) -> PathEnding {
        guard piece.count == 1 else { return .end }
        switch piece[0] {
        case .wildcard: return .oneOrMore("0")
        case .capture(let capture) where capture.repetition == .oneOrMore: return .oneOrMore(capture.name)
        case .capture(let capture) where capture.repetition == .zeroOrMore: return .zeroOrMore(capture.name)
        default: return .end
        }
    }

    /// The text of a literal, decoded once, as segments are compared.
    static func decode(_ text: PatternText) throws(PatternError) -> String {
        if let place = text.bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) {
            throw PatternError(
                .literal, at: text.offset(of: place), "no address has this character in its path",
                hint: "percent-encode it, such as %5C for a backslash")
        }
        guard let decoded = PercentEncoding.decodeText(String(decoding: text.bytes, as: UTF8.self)) else {
            throw PatternError(
                .literal, at: text.offset,
                "these bytes are not UTF-8, and only captures and tails match such a segment",
                hint: "encode the text as UTF-8, or capture the segment")
        }
        return decoded
    }

    /// Refuses `.` and `..`, which parsing removes from every address.
    ///
    /// Spec: <https://url.spec.whatwg.org/#double-dot-path-segment>.
    private static func refuseDots(_ segment: SegmentMatcher, _ piece: [PatternAtom]) throws(PatternError) {
        guard let text = segment.literal, text == "." || text == ".." else { return }
        throw PatternError(
            .dotSegment, at: piece.first?.offset ?? 0, "no parsed address has the segment \(text)",
            hint: "write the path without it")
    }
}
