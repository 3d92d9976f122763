/// Header fields of kept answers as one text: a line each, name and value with a colon between.
enum AnswerFields {
    static func text(_ fields: [StoredField]) -> String {
        fields.map { field in
            let isPlain = !(field.name + field.value).utf8.contains { $0 == 10 || $0 == 13 }
            precondition(
                isPlain && !field.name.utf8.contains(UInt8(ascii: ":")), "a header field of more than one line")
            return "\(field.name):\(field.value)\n"
        }.joined()
    }

    static func fields(_ text: String) -> [StoredField] {
        text.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return StoredField(name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
        }
    }
}
