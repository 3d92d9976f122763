/// A condition on a version: `">=5.2 <7"`, `"5.2.x"` or `"=5.2.1"`.
///
/// Comparators are separated by spaces and must all hold. There are finitely many versions, so the versions in the range
/// are a closed interval.
package struct VersionRange: Sendable, Equatable {
    /// The range as the author wrote it, with single spaces between comparators.
    package let text: String
    /// The least version in the range.
    package let lower: Version
    /// The greatest version in the range.
    package let upper: Version

    /// Reads a range (language.md L4.5).
    ///
    /// - Throws: ``ModelError`` of code `invalidVersionRange`, with the offset of the invalid comparator.
    package init(_ text: String) throws(ModelError) {
        var comparators: [Comparator] = []
        var bytes = Array(text.utf8)[...]
        while true {
            bytes = bytes.drop { $0 == 0x20 }
            guard !bytes.isEmpty else { break }
            comparators.append(try Comparator.take(&bytes))
        }
        guard !comparators.isEmpty else {
            throw Comparator.error(
                0, "The version range is empty.", "Write for example \">=5.2 <7\", \"5.2.x\" or \"=5.2.1\".")
        }
        lower = comparators.map { $0.lower }.max() ?? .least
        upper = comparators.map { $0.upper }.min() ?? .greatest
        self.text = comparators.map { $0.text }.joined(separator: " ")
        guard lower <= upper, !comparators.contains(where: { $0.isEmpty }) else {
            throw Comparator.error(0, "No version satisfies \"\(self.text)\".", "Exchange the bounds, or remove one.")
        }
        // Spaces between comparators make it longer than it was written.
        guard self.text.utf8.count <= ModelLimits.wordBytesMax else {
            throw Comparator.error(0, "The version range is too long with spaces.", "Write fewer comparators.")
        }
    }

    /// Whether a version is in the range.
    package func contains(_ version: Version) -> Bool { lower <= version && version <= upper }
}

/// One part of a version range.
private struct Comparator {
    var text: String
    var lower = Version.least
    var upper = Version.greatest
    var isEmpty = false

    /// Reads one comparator and removes it from the front of the bytes.
    static func take(_ bytes: inout ArraySlice<UInt8>) throws(ModelError) -> Comparator {
        let start = bytes.startIndex
        let sign = bytes.prefix { $0 == 0x3C || $0 == 0x3D || $0 == 0x3E }
        bytes = bytes[sign.endIndex...].drop { $0 == 0x20 }
        let operand = bytes.prefix { $0 != 0x20 && !($0 >= 0x3C && $0 <= 0x3E) }
        bytes = bytes[operand.endIndex...]
        let spelling = String(decoding: operand, as: UTF8.self)
        return sign.isEmpty
            ? try wildcard(spelling, start) : try bound(String(decoding: sign, as: UTF8.self), spelling, start)
    }

    /// `5.2.x`: all versions that begin with the numbers before the first `x`.
    private static func wildcard(_ spelling: String, _ start: Int) throws(ModelError) -> Comparator {
        let parts = spelling.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.prefix { $0 != "x" }
        let version = Version(numbers.joined(separator: "."))
        guard let version, parts.count <= 4, parts[numbers.count...].allSatisfy({ $0 == "x" }) else {
            throw error(
                start, "\"\(spelling)\" is not a version range.",
                "Write for example \">=5.2 <7\", \"5.2.x\" or \"=5.2.1\".")
        }
        guard numbers.count < parts.count else {
            throw error(
                start, "\"\(spelling)\" has no comparison sign.",
                "Write \"=\(spelling)\" for this version only, or \">=\(spelling)\", or end it with \".x\".")
        }
        let last = Version(
            version.major, numbers.count > 1 ? version.minor : .max, numbers.count > 2 ? version.patch : .max, .max)
        return Comparator(text: spelling, lower: version, upper: last)
    }

    private static func bound(_ sign: String, _ spelling: String, _ start: Int) throws(ModelError) -> Comparator {
        guard let version = Version(spelling) else {
            let isWildcard = spelling.contains("x") || spelling.contains("*")
            throw error(
                start, "\"\(spelling)\" is not a version.",
                isWildcard ? "Write \"5.2.x\" without a sign." : "Write up to four numbers with dots, as in 5.2.1.")
        }
        var comparator = Comparator(text: sign + spelling)
        switch sign {
        case ">=": comparator.lower = version
        case "<=": comparator.upper = version
        case "=": (comparator.lower, comparator.upper) = (version, version)
        case ">":
            comparator.lower = version.successor ?? version
            comparator.isEmpty = version.successor == nil
        case "<":
            comparator.upper = version.predecessor ?? version
            comparator.isEmpty = version.predecessor == nil
        default:
            throw error(start, "\"\(sign)\" is not a comparison sign.", "Write one of >=, >, <=, < and =.")
        }
        return comparator
    }

    static func error(_ offset: Int, _ detail: String, _ hint: String) -> ModelError {
        ModelError(code: .invalidVersionRange, offset: offset, detail: detail, hint: hint)
    }
}
