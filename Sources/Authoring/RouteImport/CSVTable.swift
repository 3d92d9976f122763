import CanonicalJSON
import RouteDocuments
import RouteModel

/// Reads a table of comma-separated values with a header line; each further line is a rule.
struct CSVTable {
    /// What the cells of one column are.
    enum Column: Equatable, Sendable {
        /// What the cell is of the rule besides its conditions.
        case part(Part)
        /// A condition that one cell can hold; lists have `|` between their words.
        case condition(ConditionKey)
        /// The column is left out.
        case ignored

        /// The columns that are no conditions.
        enum Part: String, CaseIterable, Sendable {
            /// The rule's id; made from the pattern if the cell is empty.
            case id
            /// A pattern; several columns give one rule several patterns.
            case match
            /// An address or a path, which the rule redirects to, or the name of a screen.
            case to
            case redirect, screen, block, priority, enabled, note
        }

        /// Every column, in the order of help texts.
        static let all: [Column] =
            Part.allCases.map { .part($0) } + conditions.map { .condition($0) } + [.ignored]

        private static let conditions = ConditionKey.clauses.filter { key in
            switch key {
            case .words, .locale, .versions, .flag, .after, .before: true
            case .rollout, .attributes, .not: false
            }
        }

        /// The column as a header writes it.
        var name: String {
            switch self {
            case .part(let part): part.rawValue
            case .condition(let key): key.name
            case .ignored: "-"
            }
        }
    }

    private let columns: [Column]
    private let origin: String?
    private var naming = RuleNaming()
    private var table = ImportedTable()

    /// Reads a table; each line that is left out has a finding with its place.
    ///
    /// - Parameters:
    ///   - bytes: The table in UTF-8.
    ///   - names: What the columns are, in order; nil if the header says it.
    ///   - origin: The origin of targets that are only a path.
    /// - Returns: The rules in the order of the lines.
    static func importing(_ bytes: [UInt8], columns names: [String]?, origin: String?) -> ImportedTable {
        var reader = CSVReader(bytes)
        do throws(CSVReader.Defect) {
            let header = try reader.next() ?? []
            var reading = CSVTable(columns: try Self.columns(names, header), origin: origin)
            while let cells = try reader.next() { try reading.read(cells) }
            return reading.table
        } catch {
            // Cells after a wrong quotation mark are not what they seem, so no line is kept.
            var table = ImportedTable()
            table.report(.syntax, .line(error.line, column: error.column), error.detail, error.hint)
            return table
        }
    }

    private init(columns: [Column], origin: String?) {
        self.columns = columns
        self.origin = origin
    }

    private static func columns(
        _ names: [String]?, _ header: [CSVReader.Cell]
    ) throws(CSVReader.Defect) -> [Column] {
        let known = Column.all.map(\.name)
        if header.count == 1, header[0].text.contains(";") {
            throw CSVReader.Defect(
                line: 1, column: 1, detail: "the header has semicolons and no commas",
                hint: "separate the cells by commas")
        }
        guard names == nil || names?.count == header.count else {
            throw CSVReader.Defect(
                line: 1, column: 1,
                detail: "the header has \(header.count) cells, and --columns has \(names?.count ?? 0) names",
                hint: "name each column; write - for one to leave out")
        }
        var columns: [Column] = []
        for (index, name) in (names ?? header.map(\.text)).enumerated() {
            guard let column = Column.all.first(where: { $0.name == name.trimmingSpaces }) else {
                let nearest = NearestName.of(name, among: known).map { "did you mean \($0)? " } ?? ""
                throw CSVReader.Defect(
                    line: 1, column: header[index].column, detail: "there is no column “\(name.prefix(60))”",
                    hint: nearest + "--columns takes \(known.joined(separator: ", ")), separated by commas")
            }
            guard [.part(.match), .ignored].contains(column) || !columns.contains(column) else {
                throw CSVReader.Defect(
                    line: 1, column: header[index].column, detail: "the column “\(column.name)” is there twice",
                    hint: "call one of them -, which leaves it out; only match may be there more than once")
            }
            columns.append(column)
        }
        guard columns.contains(.part(.match)) else {
            throw CSVReader.Defect(
                line: 1, column: 1, detail: "no column is called match",
                hint: "say with --columns which one has the patterns")
        }
        return columns
    }

    private mutating func read(_ cells: [CSVReader.Cell]) throws(CSVReader.Defect) {
        guard table.rules.count < ImportLimits.entriesMax else {
            throw CSVReader.Defect(
                line: cells[0].line, column: 1, detail: "the table has more than \(ImportLimits.entriesMax) rules",
                hint: "divide it between two apps")
        }
        let source = zip(columns, cells).first { $0.0 == .part(.match) }?.1.text ?? ""
        let start = SourcePlace.line(cells[0].line, column: 1)
        guard cells.count == columns.count else {
            return table.drop(
                String(source.prefix(60)), at: start,
                "the line has \(cells.count) cells, and the header \(columns.count)",
                "put a cell that contains a comma in quotes")
        }
        for cell in cells where !table.accepts(cell.text, at: .line(cell.line, column: cell.column)) { return }
        let members = self.members(cells, source)
        let decoded = DraftDecoder.rule(JSONValue.object(members).canonicalBytes, settings: Settings())
        guard let rule = decoded.value else {
            for finding in decoded.findings where finding.severity == .error {
                table.drop(source, at: place(of: finding, cells), finding.detail, finding.hint)
            }
            return
        }
        guard !hasOwnID(cells) || naming.take(rule.id) else {
            return table.drop(source, at: start, "a line before it has the id \(rule.id)", "give each line its own id")
        }
        table.add(rule)
    }

    private func hasOwnID(_ cells: [CSVReader.Cell]) -> Bool {
        zip(columns, cells).contains { $0.0 == .part(.id) && !$0.1.text.trimmingSpaces.isEmpty }
    }

    /// The rule of a line as JSON.
    private mutating func members(_ cells: [CSVReader.Cell], _ source: String) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        var patterns: [JSONValue] = []
        var (to, when) = (members, members)
        for (column, cell) in zip(columns, cells) {
            let text = cell.text.trimmingSpaces
            guard !text.isEmpty else { continue }
            switch column {
            case .ignored: break
            case .part(.match): patterns.append(.string(text))
            case .part(.to):
                if text.hasPrefix("/"), let origin {
                    to["redirect"] = .string(origin + text)
                } else {
                    to[text.contains(":") || text.hasPrefix("/") ? "redirect" : "screen"] = .string(text)
                }
            case .part(.redirect), .part(.screen), .part(.block): to[column.name] = .string(text)
            case .part(.priority): members["priority"] = Int64(text).map(JSONValue.integer) ?? .string(text)
            case .part(.enabled): members["enabled"] = Self.flag(text)
            case .part(.id), .part(.note): members[column.name] = .string(text)
            case .condition(let key): when[key.name] = Self.condition(key, text)
            }
        }
        members["match"] = .array(patterns)
        if !to.isEmpty { members["to"] = .object(to) }
        if !when.isEmpty { members["when"] = .object(when) }
        if members["id"] == nil { members["id"] = .string(naming.id(forPattern: source.trimmingSpaces)) }
        return members
    }

    /// The value of a condition as JSON.
    private static func condition(_ key: ConditionKey, _ text: String) -> JSONValue {
        switch key {
        case .words, .locale: .array(text.split(separator: "|").map { .string(String($0).trimmingSpaces) })
        case .flag: flag(text)
        default: .string(text)
        }
    }

    /// True or false, or the text itself, which the rule's decoder refuses.
    private static func flag(_ text: String) -> JSONValue {
        switch text.lowercased() {
        case "true", "yes", "1": .bool(true)
        case "false", "no", "0": .bool(false)
        default: .string(text)
        }
    }

    /// The cell that a finding about the rule's JSON is about.
    private func place(of finding: Finding, _ cells: [CSVReader.Cell]) -> SourcePlace {
        let words = Set((finding.pointer ?? "").split(separator: "/").map(String.init))
        let isTarget = words.contains("to")
        let cell = zip(columns, cells).first { column, cell in
            guard !cell.text.isEmpty else { return false }
            return words.contains(column.name)
                || isTarget && ["to", "redirect", "screen", "block"].contains(column.name)
        }?.1
        return .line((cell ?? cells[0]).line, column: cell?.column ?? 1)
    }
}

extension String {
    /// The text without spaces and tabs at its ends.
    fileprivate var trimmingSpaces: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
