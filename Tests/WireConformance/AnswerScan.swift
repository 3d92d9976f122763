/// One final answer as a client receives it.
package struct ScannedAnswer {
    /// The status.
    package var status: Int
    /// Values by name in lower case, in order.
    package var fields: [String: [String]]
    /// The content as it was sent.
    package var body: [UInt8]
    /// Whether more of the content is missing.
    package var isCut = false
}

/// What a client received: interim answers, final answers, and other bytes.
package struct AnswerScan {
    /// Statuses below 200.
    package private(set) var interim: [Int] = []
    /// The final answers, in order.
    package private(set) var answers: [ScannedAnswer] = []
    /// Bytes that are not a complete head.
    package private(set) var leftover: [UInt8] = []

    /// Parses all answers; `methods` are those of the requests, `GET` for further ones.
    package init(_ bytes: [UInt8], isClosed: Bool, methods: [String]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let head = Self.head(rest) else {
                leftover = Array(rest)
                return
            }
            rest = rest[head.end...]
            guard head.status >= 200 else {
                interim.append(head.status)
                continue
            }
            let method = answers.count < methods.count ? methods[answers.count] : "GET"
            var answer = ScannedAnswer(status: head.status, fields: head.fields, body: [])
            if method != "HEAD", ![204, 304].contains(head.status) {
                if let text = head.fields["content-length"]?.first, let count = Int(text) {
                    answer.body = Array(rest.prefix(count))
                    answer.isCut = answer.body.count < count
                } else {
                    answer.body = Array(rest)
                    answer.isCut = !isClosed
                }
                rest = rest.dropFirst(answer.body.count)
            }
            answers.append(answer)
            if answer.isCut { return }
        }
    }

    /// Removes the answers to the requests before those of the case.
    package func dropping(_ count: Int) -> AnswerScan {
        var scan = self
        scan.answers = Array(answers.dropFirst(count))
        return scan
    }

    private static func head(_ bytes: ArraySlice<UInt8>) -> (status: Int, fields: [String: [String]], end: Int)? {
        var end = bytes.startIndex + 3
        while end < bytes.endIndex, !bytes[(end - 3)...end].elementsEqual([13, 10, 13, 10]) { end += 1 }
        guard end < bytes.endIndex else { return nil }
        let text = String(String.UnicodeScalarView(bytes[..<(end - 3)].map { Unicode.Scalar($0) }))
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines.removeFirst().split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { return nil }
        var fields: [String: [String]] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let value = parts[1].drop { $0 == " " }
            fields[parts[0].lowercased(), default: []].append(String(value))
        }
        return (status, fields, end + 1)
    }
}
