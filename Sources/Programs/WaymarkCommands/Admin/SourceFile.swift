import CanonicalJSON
import RouteDocuments
import RouteModel
import SystemIO

/// A file from the user: every command reads files here, so that one mistake has one text and one exit code.
///
/// A file that cannot be read exits with 2, because the command line is wrong; a content that is refused with 1.
struct SourceFile: Sendable {
    /// The file's name in messages.
    let name: String
    let bytes: [UInt8]
    /// Whether it is one of several files; its name is then a part of each finding's place.
    var isPart = false

    /// Reads a file, or the standard input for `-`.
    init(_ path: String) throws(CommandError) {
        let isInput = path == "-"
        do throws(Errno) {
            let bytes = try Files.read(isInput ? "/dev/stdin" : path, bytesMax: AdminLimits.fileBytesMax)
            self.init(name: isInput ? "the standard input" : path, bytes: bytes)
        } catch {
            throw CommandError(.usage, "cannot read \(path): \(error)")
        }
    }

    /// Makes a file of bytes that were read already.
    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// The content as JSON.
    func json() throws(CommandError) -> JSONValue {
        do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { throw refusal(error) }
    }

    /// The content of a format that is lines of text and not JSON; it must be UTF-8.
    func text() throws(CommandError) -> String {
        let marks: [([UInt8], String)] = [
            ([0xEF, 0xBB, 0xBF], "begins with a byte order mark"), ([0xFF, 0xFE], "is UTF-16 or UTF-32"),
            ([0xFE, 0xFF], "is UTF-16"), ([0, 0], "is UTF-32"),
        ]
        let hint = "save it as UTF-8 without byte order mark"
        if let mark = marks.first(where: { bytes.starts(with: $0.0) }) {
            throw CommandError(.negative, "\(name) \(mark.1)", hint: hint)
        }
        if bytes.prefix(2).contains(0) { throw CommandError(.negative, "\(name) is UTF-16", hint: hint) }
        // What is not UTF-8 is replaced; String(validating:as:) needs macOS 15.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw CommandError(.negative, "\(name) is not valid UTF-8", hint: hint)
        }
        return text
    }

    /// The value that a decoder of the server's made of this file.
    ///
    /// - Parameters:
    ///   - decoded: The decoder's result.
    ///   - call: Prints the refusal as JSON with `--json`.
    /// - Returns: The value.
    /// - Throws: The findings with their places if the decoder made none.
    func value<Value>(of decoded: Decoded<Value>, _ call: AdminCall) throws(CommandError) -> Value {
        if let value = decoded.value { return value }
        if let first = decoded.findings.first, decoded.findings.count == 1, first.pointer?.isEmpty ?? true,
            first.reason.flatMap(JSONError.Code.init) != nil
        {
            _ = try json()
        }
        let items = decoded.findings.map(item)
        if call.arguments.has("--json") {
            call.terminal.say(JSONValue.object(["title": .string("\(name) is refused"), "errors": .array(items)]).text)
        }
        throw CommandError(
            .negative, "\(name) is refused", hint: items.map { ProblemText.line($0) }.joined(separator: "\n  "))
    }

    /// A finding in the form of the server's problem documents.
    private func item(_ finding: Finding) -> JSONValue {
        var members: [String: JSONValue] = [
            "code": .string(finding.code.rawValue), "detail": .string(finding.detail), "hint": .string(finding.hint),
        ]
        if let pointer = finding.pointer { members["pointer"] = .string(isPart ? "\(name)#\(pointer)" : pointer) }
        if let line = finding.line { members["line"] = .integer(Int64(line)) }
        if let column = finding.column { members["column"] = .integer(Int64(column)) }
        return .object(members)
    }

    private func refusal(_ error: JSONError) -> CommandError {
        CommandError(
            .negative, "\(name), line \(error.position.line), column \(error.position.column): \(error.detail)",
            hint: error.hint)
    }
}
