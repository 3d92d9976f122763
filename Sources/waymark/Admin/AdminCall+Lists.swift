import CanonicalJSON

extension AdminCall {
    /// Pages a list to its end and prints it as a table.
    ///
    /// Under `--json` each page is printed as it came.
    func list(
        _ path: String, member: String, _ empty: TextTable, _ row: (inout TextTable, JSONValue) -> Void
    ) async throws(CommandError) -> ExitCode {
        var table = empty
        var cursor: String?
        for _ in 0..<AdminLimits.pagesMax {
            let joint = path.contains("?") ? "&" : "?"
            let page = try await demand("GET", cursor.map { "\(path)\(joint)after=\(Self.escaped($0))" } ?? path)
            if arguments.has("--json") { _ = show(page) { _ in [] } }
            for element in page.json[member]?.arrayValue ?? [] { row(&table, element) }
            cursor = page.json["next"]?.cursor
            if cursor == nil { break }
        }
        if arguments.has("--json") { return .done }
        if table.rows.isEmpty {
            terminal.note("there are none")
        } else {
            table.lines.forEach(terminal.say)
        }
        return .done
    }
}

extension JSONValue {
    /// A member as it stands in a table: text as it is, anything else as JSON, nothing as "-".
    func word(_ name: String) -> String {
        switch self[name] {
        case nil, .null: "-"
        case .string(let text): text.isEmpty ? "-" : text
        case .some(let value): value.text
        }
    }

    /// The cursor that a list's `next` holds.
    fileprivate var cursor: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        default: nil
        }
    }
}
