import CanonicalJSON
import RouteImport

extension AdminCall {
    /// Requests all pages of a list and prints them as one table, or with `--json` as one document.
    ///
    /// - Parameters:
    ///   - path: the list's path.
    ///   - member: the member of a page that has its elements.
    ///   - empty: the table without rows.
    ///   - isWanted: whether an element is listed.
    ///   - row: adds the row of an element.
    /// - Returns: `.done`.
    /// - Throws: the error of the first page that fails.
    func list(
        _ path: String, member: String, _ empty: TextTable, where isWanted: (JSONValue) -> Bool = { _ in true },
        _ row: (inout TextTable, JSONValue) -> Void
    ) async throws(CommandError) -> ExitCode {
        let elements = try await elements(path, member: member).filter(isWanted)
        if arguments.has("--json") { return show(.object([member: .array(elements), "next": .null])) { _ in [] } }
        var table = empty
        for element in elements { row(&table, element) }
        if table.rows.isEmpty {
            terminal.printError("there are none")
        } else {
            table.lines.forEach(terminal.say)
        }
        return .done
    }

    /// Requests all pages of a list.
    ///
    /// - Parameters:
    ///   - path: the list's path.
    ///   - member: the member of a page that has its elements.
    /// - Returns: the elements of all pages.
    /// - Throws: the error of the first page that fails.
    func elements(_ path: String, member: String) async throws(CommandError) -> [JSONValue] {
        var elements: [JSONValue] = []
        var cursor: String?
        for _ in 0..<AdminLimits.pagesMax {
            let joint = path.contains("?") ? "&" : "?"
            let answer = try await demand("GET", cursor.map { "\(path)\(joint)after=\(Self.escaped($0))" } ?? path)
            elements += answer.json[member]?.arrayValue ?? []
            cursor = answer.json["next"]?.cursor
            if cursor == nil { break }
        }
        return elements
    }
}

extension JSONValue {
    /// The value on several lines, without a line break at its end.
    var prettyText: String { String(PrettyJSON.text(self).dropLast()) }

    /// A member as a table's cell: a string unchanged, another value as JSON, a missing or empty one as `-`.
    func word(_ name: String) -> String {
        switch self[name] {
        case nil, .null: "-"
        case .string(let text): text.isEmpty ? "-" : text
        case .some(let value): value.text
        }
    }

    /// The cursor in a list's `next`; nil on the last page.
    fileprivate var cursor: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        default: nil
        }
    }
}
