/// The texts of INSERT statements, each made once: to make one takes longer than SQLite needs for the row.
struct InsertTexts {
    private var texts: [Form: String] = [:]

    /// What a text depends on.
    struct Form: Hashable {
        let table: String
        /// The number of columns.
        let width: Int
        /// The number of rows.
        let rows: Int
        /// The queries for columns whose values are looked up, each with `?` for the row's parameter.
        let queries: [Int: String]
        /// What follows the rows.
        let ending: String
    }

    /// The text with numbered parameters, row after row.
    mutating func text(_ form: Form) -> String {
        if let text = texts[form] { return text }
        let rows = (0..<form.rows).map { row in
            let values = (0..<form.width).map { column in
                (form.queries[column] ?? "?").replacing("?", with: "?\(row * form.width + column + 1)")
            }
            return "(" + values.joined(separator: ", ") + ")"
        }
        let text = "INSERT INTO \(form.table) VALUES \(rows.joined(separator: ", ")) \(form.ending)"
        texts[form] = text
        return text
    }
}
