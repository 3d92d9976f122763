import HTTPWire

/// One answer of a server that is measured: as it came, and as a client understands it.
struct WholeAnswer {
    /// Every byte, head and content.
    private(set) var bytes: [UInt8] = []
    private(set) var status = 0
    private(set) var content: [UInt8] = []
    private var fields: [HeaderField] = []
    private var parser: ResponseParser

    /// Waits for the answer to a request.
    init(to request: [UInt8]) {
        parser = ResponseParser(toHead: request.starts(with: Array("HEAD ".utf8)))
    }

    /// Takes what has arrived, or the end of the connection; true once the answer is whole.
    mutating func take(_ more: [UInt8]) throws -> Bool {
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
        } catch { throw LoadError(description: "what the server sent is no answer: \(error.detail)") }
        return isWhole
    }

    /// The value of a field, letter case of its name aside.
    func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
