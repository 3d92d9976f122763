import HTTPWire

/// One answer of a measured server: its bytes, and the parsed status, fields and content.
struct WholeAnswer {
    /// Every byte, head and content.
    private(set) var bytes: [UInt8] = []
    private(set) var status = 0
    private(set) var content: [UInt8] = []
    private var fields: [HeaderField] = []
    private var parser: ResponseParser

    /// Prepares for the answer to a request.
    init(to request: [UInt8]) {
        parser = ResponseParser(toHead: request.starts(with: Array("HEAD ".utf8)))
    }

    /// Parses bytes that have arrived, or none for the end of the connection; returns true when the answer is complete.
    mutating func receive(_ more: [UInt8]) throws -> Bool {
        bytes += more
        var isWhole = false
        do throws(ResponseRefusal) {
            for piece in more.isEmpty ? try parser.finish() : try parser.feed(more) {
                switch piece {
                case .head(let status, let fields): (self.status, self.fields) = (status, fields)
                case .content(let bytes): content += bytes
                case .end: isWhole = true
                }
            }
        } catch { throw BenchError("the server sent an invalid answer: \(error.detail)") }
        return isWhole
    }

    /// The value of a field, by its name without regard to case; nil if there is none.
    func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
