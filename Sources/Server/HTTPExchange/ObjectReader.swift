package import CanonicalJSON
package import RouteDocuments
package import RouteModel

/// Reads one small JSON object strictly and collects every unknown, missing or wrong member with its position.
///
/// ``finish()`` throws all of them at once.
package struct ObjectReader {
    private let document: JSONDocument
    private var items: [ProblemItem] = []

    /// Throws 400 for bytes that are not JSON, 422 for a value that is not an object.
    package init(_ bytes: [UInt8], known: [String]) throws(Problem) {
        document = try JSONDocument(requestBody: bytes)
        guard document.root.kind == .object else {
            throw .unprocessable(
                "wrong-type", "the body must be one JSON object with the members \(known.joined(separator: ", "))",
                errors: [item("wrong-type", "", at: document.root.offset, "this is not an object", hint: nil)])
        }
        for member in document.root.members where !known.contains(member.name) {
            let hint = NearestName.hint(for: member.name, among: known)
            items.append(
                item(
                    "unknown-key", member.name, at: member.nameOffset, "unknown key \"\(member.name)\"", hint: hint
                ))
        }
    }

    /// Whether the member is there and not null.
    package func has(_ name: String) -> Bool { document.root[name].map { !$0.isNull } ?? false }

    /// Whether the member is null.
    package func isNull(_ name: String) -> Bool { document.root[name]?.isNull ?? false }

    /// A text; nil if it is absent or wrong.
    package mutating func text(_ name: String, bytesMax: Int, required: Bool = false) -> String? {
        guard let node = present(name, required: required) else { return nil }
        guard let text = node.stringValue else { return wrong(name, node, "a text") }
        guard text.utf8.count <= bytesMax else { return wrong(name, node, "a text of at most \(bytesMax) bytes") }
        return text
    }

    /// A whole number within a range; nil if it is absent or wrong.
    package mutating func integer(_ name: String, in range: ClosedRange<Int>, required: Bool = false) -> Int? {
        guard let node = present(name, required: required) else { return nil }
        guard let number = node.integerValue, range.contains(Int(number)) else {
            return wrong(name, node, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }

    /// true or false; nil if it is absent or wrong.
    package mutating func flag(_ name: String) -> Bool? {
        guard let node = present(name, required: false) else { return nil }
        return node.boolValue ?? wrong(name, node, "true or false")
    }

    /// An instant (RFC 3339); nil if it is absent or wrong.
    package mutating func instant(_ name: String) -> Instant? {
        guard let node = present(name, required: false) else { return nil }
        return node.stringValue.flatMap { Instant(rfc3339: $0) }
            ?? wrong(name, node, "an RFC 3339 instant", hint: "Write it like 2027-01-31T00:00:00Z.")
    }

    /// A list of texts, in order; nil if it is absent or wrong.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - bytesMax: The longest text in bytes.
    ///   - counts: How many texts it may have.
    /// - Returns: The texts.
    package mutating func texts(_ name: String, bytesMax: Int, counts: ClosedRange<Int>) -> [String]? {
        guard let node = present(name, required: false) else { return nil }
        let texts = node.kind == .array ? node.elements.map(\.stringValue) : []
        guard node.kind == .array, counts.contains(texts.count), !texts.contains(nil) else {
            return wrong(name, node, "a list of \(counts.lowerBound) to \(counts.upperBound) texts")
        }
        let found = texts.compactMap { $0 }
        guard found.allSatisfy({ $0.utf8.count <= bytesMax }) else {
            return wrong(name, node, "a list of texts of at most \(bytesMax) bytes")
        }
        return found
    }

    /// The member itself, for a caller that decodes it.
    package mutating func node(_ name: String, required: Bool = false) -> JSONNode? {
        present(name, required: required)
    }

    /// Records a mistake that the caller found in a member.
    package mutating func refuse(_ name: String, _ detail: String, hint: String? = nil, code: String = "invalid-value")
    {
        let offset = document.root[name]?.offset ?? document.root.offset
        items.append(item(code, name, at: offset, detail, hint: hint))
    }

    /// Records a mistake that the caller found in an item of a list.
    package mutating func refuse(_ name: String, at index: Int, _ detail: String, hint: String? = nil) {
        guard let list = document.root[name], list.kind == .array else { return refuse(name, detail, hint: hint) }
        let item = list.elements.dropFirst(index).first { _ in true } ?? list
        let position = document.position(at: item.offset)
        items.append(
            ProblemItem(
                code: "invalid-value", pointer: JSONPointer([name, String(index)]).description, line: position.line,
                column: position.column, detail: detail, hint: hint))
    }

    /// Throws 422 with every mistake that was recorded.
    package mutating func finish() throws(Problem) {
        guard !items.isEmpty else { return }
        // One key is unknown and one is missing: the author probably means the latter, if the former is not misspelled.
        let unknown = items.indices.filter { items[$0].code == "unknown-key" }
        let missing = items.filter { $0.code == "missing-key" }
        if unknown.count == 1, missing.count == 1, let name = missing[0].pointer?.dropFirst(),
            items[unknown[0]].hint?.hasPrefix(NearestName.question) == false
        {
            items[unknown[0]].hint = "\(NearestName.question) \"\(name)\"?"
        }
        throw .unprocessable("invalid-content", "the content is well-formed but has errors", errors: items)
    }

    private mutating func present(_ name: String, required: Bool) -> JSONNode? {
        if let node = document.root[name], !node.isNull { return node }
        if required {
            items.append(item("missing-key", name, at: document.root.offset, "\(name) is missing", hint: nil))
        }
        return nil
    }

    private mutating func wrong<Value>(
        _ name: String, _ node: JSONNode, _ expected: String, hint: String? = nil
    ) -> Value? {
        items.append(item("wrong-type", name, at: node.offset, "\(name) must be \(expected)", hint: hint))
        return nil
    }

    private func item(_ code: String, _ name: String, at offset: Int, _ detail: String, hint: String?) -> ProblemItem {
        let position = document.position(at: offset)
        let pointer = name.isEmpty ? "" : JSONPointer([name]).description
        return ProblemItem(
            code: code, pointer: pointer, line: position.line, column: position.column, detail: detail, hint: hint)
    }
}

extension JSONDocument {
    /// A request body as JSON; throws 400 with line and column if it is not JSON.
    init(requestBody bytes: [UInt8]) throws(Problem) {
        do throws(JSONError) { try self.init(parsing: bytes) } catch {
            throw .badRequest(
                "the body is not JSON: line \(error.position.line), column \(error.position.column): \(error.detail)",
                errors: [ProblemItem(error)])
        }
    }
}

extension ObjectReader {
    /// A context in one of the members; findings have positions in this document.
    package func context(_ name: String) -> Decoded<Context>? {
        guard let node = document.root[name], !node.isNull else { return nil }
        return DraftDecoder.context(at: node, in: document)
    }

    /// A list of contexts in one of the members; nil if it is absent or wrong.
    ///
    /// Findings have positions in this document.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - counts: How many contexts it may have.
    /// - Returns: The contexts, each with its findings.
    package mutating func contexts(_ name: String, counts: ClosedRange<Int>) -> [Decoded<Context>]? {
        guard let node = present(name, required: false) else { return nil }
        guard node.kind == .array, counts.contains(node.elements.count) else {
            return wrong(name, node, "a list of \(counts.lowerBound) to \(counts.upperBound) contexts")
        }
        return node.elements.map { DraftDecoder.context(at: $0, in: document) }
    }
}
