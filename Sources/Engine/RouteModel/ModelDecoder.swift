package import CanonicalJSON

/// Reads values of the model from JSON nodes and reports every error.
///
/// Each kind of document has its own file (`ModelDecoder+Rules.swift` and so on), in RouteDocuments if no client reads it.
/// Reading continues after a finding; the result is used only if there is no finding about its syntax.
package struct ModelDecoder {
    /// The treatment of unknown names.
    package enum Reading {
        /// In documents from people: an unknown name is a finding.
        case strict
        /// In bodies, perhaps from a later server: an unknown member is ignored, a rule with an unknown condition never
        /// matches.
        case lenient
    }

    /// How unknown names are treated.
    let reading: Reading
    /// The unit of the shares in the document.
    let shares: ShareUnit
    /// The findings so far.
    package var log = FindingLog()
    /// The number of findings about a value that could be read, which do not remove it.
    package var checksReported = 0
    /// The number of alternatives of all patterns read so far, before origins are applied; see `Pattern.ownWeight`.
    var alternativesRead = 0
    /// Whether rules are of a body without origins, where no path-only pattern matches.
    var lacksOrigins = false
    /// The id of the rule that is being read, for findings.
    package var ruleID: String?

    /// Makes a decoder without findings.
    package init(_ reading: Reading, shares: ShareUnit = .percent) {
        self.reading = reading
        self.shares = shares
    }

    /// The number of findings that remove the value.
    package var syntaxCount: Int { log.count - checksReported }

    /// Adds a finding; its texts are made only while findings are listed.
    ///
    /// This and the readers below are small and inlined, and call one function for what is wrong: otherwise the compiler
    /// copies each of them for each text that a caller passes, which was an eighth of RouteModel's code.
    @inline(__always)
    package mutating func report(
        _ code: Finding.Code = .syntax, at node: JSONNode, offset: Int? = nil, reason: String? = nil,
        _ detail: @autoclosure () -> String, hint: @autoclosure () -> String
    ) {
        if log.countsOnly() { return }
        add(code, node, offset, reason, detail(), hint())
    }

    @inline(never)
    private mutating func add(
        _ code: Finding.Code, _ node: JSONNode, _ offset: Int?, _ reason: String?, _ detail: String, _ hint: String
    ) {
        let rules = ruleID.map { [$0] } ?? []
        let finding = Finding(code, reason: reason.map(FindingText.reason), rules: rules, detail: detail, hint: hint)
        log.report(finding, at: node, offset: offset)
    }

    /// Adds a finding about a value of a wrong type; `what` names the value and begins the sentence.
    @inline(__always)
    package mutating func wrongType(
        _ node: JSONNode, _ what: @autoclosure () -> String, expected: String, hint: @autoclosure () -> String
    ) {
        if log.countsOnly() { return }
        addWrongType(node, what(), expected, hint())
    }

    @inline(never)
    private mutating func addWrongType(_ node: JSONNode, _ what: String, _ expected: String, _ hint: String) {
        let found = node.isNull ? "null" : Self.article(node.kind.rawValue)
        report(at: node, reason: "wrong-type", "\(what) must be \(expected), found \(found).", hint: hint)
    }

    /// The members of an object with their keys, in the order of the text; nil if the node is not an object.
    ///
    /// Unknown members are reported with the nearest known name, or skipped if `ignoringUnknown`.
    @inline(__always)
    package mutating func fields<Key: FieldKey>(
        _ node: JSONNode, _: Key.Type, _ what: String, ignoringUnknown: Bool = false
    ) -> [(key: Key, node: JSONNode)]? {
        guard let found = members(node, Key.table, Key.names, what, ignoringUnknown) else { return nil }
        return found.map { (Key.all[$0.index], $0.node) }
    }

    /// The members of an object with the indices of their names in a table; nil if the node is not an object.
    @inline(never)
    private mutating func members(
        _ node: JSONNode, _ table: JSONNameTable, _ names: [String], _ what: String, _ ignoringUnknown: Bool
    ) -> [(index: Int, node: JSONNode)]? {
        guard node.kind == .object else {
            wrongType(
                node, what, expected: "an object", hint: "Write {…} with: " + names.joined(separator: ", ") + ".")
            return nil
        }
        var found: [(index: Int, node: JSONNode)] = []
        found.reserveCapacity(8)
        for member in node.members {
            if let index = member.index(in: table) {
                found.append((index, member.value))
            } else if !ignoringUnknown {
                report(
                    at: member.value, offset: member.nameOffset, reason: "unknown-key",
                    "\(what) has no member \"\(member.name)\".",
                    hint: NearestName.hint(for: member.name, among: names))
            }
        }
        return found
    }

    /// The text of a node; nil, with a finding, for another value, a longer text, or an empty one that is not allowed.
    @inline(__always)
    package mutating func text(
        _ node: JSONNode, _ what: @autoclosure () -> String, bytesMax: Int, allowsEmpty: Bool = false
    )
        -> String?
    {
        if let text = node.stringValue, text.utf8.count <= bytesMax, allowsEmpty || !text.isEmpty { return text }
        if !log.countsOnly() { refuseText(node, what(), bytesMax) }
        return nil
    }

    @inline(never)
    private mutating func refuseText(_ node: JSONNode, _ what: String, _ bytesMax: Int) {
        guard let text = node.stringValue else {
            return wrongType(node, what, expected: "a string", hint: "Write it in double quotes.")
        }
        if text.isEmpty {
            report(at: node, reason: "empty", "\(what) is empty.", hint: "Write a text, or leave it out.")
        } else {
            report(
                at: node, reason: "too-long", "\(what) has \(text.utf8.count) bytes; \(bytesMax) are allowed.",
                hint: "Make it shorter.")
        }
    }

    /// The truth value of a node; nil, with a finding, for another value.
    @inline(__always)
    package mutating func flag(_ node: JSONNode, _ what: @autoclosure () -> String) -> Bool? {
        if let flag = node.boolValue { return flag }
        wrongType(node, what(), expected: "true or false", hint: "Write true or false without quotes.")
        return nil
    }

    /// The whole number of a node; nil, with a finding, for another value or one outside the range.
    @inline(__always)
    package mutating func integer(
        _ node: JSONNode, _ what: @autoclosure () -> String, in range: ClosedRange<Int>, hint: String = ""
    ) -> Int? {
        if let value = node.integerValue.flatMap({ Int(exactly: $0) }), range.contains(value) { return value }
        if !log.countsOnly() { refuseInteger(node, what(), range, hint) }
        return nil
    }

    @inline(never)
    private mutating func refuseInteger(_ node: JSONNode, _ what: String, _ range: ClosedRange<Int>, _ hint: String) {
        guard let number = node.integerValue else {
            let other = node.kind == .number ? "Numbers are whole here. " : ""
            return wrongType(
                node, what, expected: "an integer", hint: other + (hint.isEmpty ? "Write it without quotes." : hint))
        }
        report(
            at: node, reason: "out-of-range",
            "\(what) is \(number); it lies between \(range.lowerBound) and \(range.upperBound).",
            hint: hint.isEmpty ? "Choose a number in that range." : hint)
    }

    /// The RFC 3339 instant of a node; nil, with a finding, for another value.
    @inline(__always)
    package mutating func instant(_ node: JSONNode, _ what: @autoclosure () -> String) -> Instant? {
        if let text = node.stringValue, let instant = Instant(rfc3339: text) { return instant }
        report(
            at: node, reason: "invalid-instant",
            "\(what()) is not an RFC 3339 instant of the years 0000 to 9999 in UTC.",
            hint: "Write for example \"2026-11-21T10:00:00Z\" or \"2026-11-21T18:00:00+08:00\".")
        return nil
    }

    /// The elements of an array; nil, with a finding, if the node is not an array, has more than `max` elements, or is
    /// empty although `allowsEmpty` is false.
    @inline(__always)
    package mutating func list(_ node: JSONNode, _ what: @autoclosure () -> String, max: Int, allowsEmpty: Bool = false)
        -> [JSONNode]?
    {
        if let elements = Self.elements(node), elements.count <= max, allowsEmpty || !elements.isEmpty {
            return elements
        }
        if !log.countsOnly() { refuseList(node, what(), max) }
        return nil
    }

    private static func elements(_ node: JSONNode) -> [JSONNode]? {
        node.kind == .array ? Array(node.elements) : nil
    }

    @inline(never)
    private mutating func refuseList(_ node: JSONNode, _ what: String, _ max: Int) {
        guard let elements = Self.elements(node) else {
            let hint = node.stringValue.map { "Write [\"\($0)\"]." } ?? "Write […]."
            return wrongType(node, what, expected: "a list", hint: hint)
        }
        if elements.isEmpty {
            report(
                at: node, reason: "empty", "\(what) is an empty list.",
                hint: "Write at least one element, or leave it out.")
        } else {
            report(
                at: node, reason: "too-many", "\(what) has \(elements.count) elements; \(max) are allowed.",
                hint: "Leave some out.")
        }
    }

    private static func article(_ kind: String) -> String {
        (kind == "object" || kind == "array" ? "an " : "a ") + kind
    }
}

/// The member names of one kind of JSON object.
package protocol FieldKey: Sendable {
    /// The keys; ``table`` has their names at the same indices.
    static var all: [Self] { get }
    /// The names.
    static var table: JSONNameTable { get }
    /// The names to list in hints for people.
    static var names: [String] { get }
}

extension FieldKey {
    /// All names of the table.
    package static var names: [String] { table.names }
}
