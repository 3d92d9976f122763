/// How many bytes an answer has, read from its head: status and Content-Length are enough for what is measured here.
struct AnswerLength {
    private var whole: Int?

    /// The length of the whole answer that begins with these bytes; nil while its head is not whole.
    mutating func read(_ bytes: [UInt8]) throws -> Int? {
        if let whole { return whole }
        let end = Array("\r\n\r\n".utf8)
        guard let head = bytes.indices.dropLast(3).first(where: { bytes[$0..<($0 + 4)].elementsEqual(end) }) else {
            return nil
        }
        let lines = String(decoding: bytes[..<head], as: UTF8.self).lowercased().split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first ?? ""
        var content = 0
        if status != "304", status != "204" {
            guard let line = lines.first(where: { $0.hasPrefix("content-length:") }),
                let length = Int(line.dropFirst(15).filter { $0 != " " })
            else { throw LoadError(description: "an answer without Content-Length cannot be measured") }
            content = length
        }
        whole = head + 4 + content
        return whole
    }

    /// The value of a field of an answer, letter case of its name aside.
    static func field(_ name: String, in answer: [UInt8]) -> String? {
        let head = String(decoding: answer.prefix(LoadLimits.headBytesMax), as: UTF8.self)
        for line in head.split(separator: "\r\n", omittingEmptySubsequences: false) {
            guard !line.isEmpty else { return nil }
            if line.lowercased().hasPrefix(name.lowercased() + ":") {
                return String(line.dropFirst(name.utf8.count + 1).drop { $0 == " " })
            }
        }
        return nil
    }

    /// The status of an answer.
    static func status(of answer: [UInt8]) -> Int {
        Int(String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self)) ?? 0
    }

    /// The content of an answer.
    static func content(of answer: [UInt8]) -> [UInt8] {
        var length = AnswerLength()
        guard let whole = (try? length.read(answer)) ?? nil else { return [] }
        let end = Array("\r\n\r\n".utf8)
        let head = answer.indices.dropLast(3).first { answer[$0..<($0 + 4)].elementsEqual(end) } ?? whole
        return Array(answer.dropFirst(head + 4))
    }
}
