/// Parses Server-Sent Events from bytes as they arrive (HTML Standard section 9.2.6); does no I/O.
struct EventStreamReader {
    /// One event.
    struct Event: Sendable, Hashable {
        /// The field `event`; `message` if there is none.
        var name: String
        /// The `data` lines, joined by line feeds.
        var content: [UInt8]
    }

    /// The latest value of the field `retry`: the wait before the next connection, in milliseconds.
    private(set) var retryMilliseconds: Int64?
    private var line: [UInt8] = []
    private var name: [UInt8] = []
    private var content: [UInt8] = []
    private var hasContent = false
    private var isFirstLine = true
    private var endedByReturn = false

    /// Adds bytes and returns the events that they complete; an unfinished event at the end of a stream is dropped.
    /// - Throws: `tooLarge` if an event is longer than ``Limits/streamEventBytesMax``.
    mutating func feed(_ bytes: [UInt8]) throws(RouteClientError) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            // A line ends with CR, LF or CR LF.
            let isSecondHalf = byte == 0x0A && endedByReturn
            endedByReturn = byte == 0x0D
            if isSecondHalf { continue }
            if byte == 0x0A || byte == 0x0D {
                if let event = endLine() { events.append(event) }
            } else {
                line.append(byte)
                guard line.count + content.count <= Limits.streamEventBytesMax else {
                    throw RouteClientError(.tooLarge, "an event is longer than \(Limits.streamEventBytesMax) bytes")
                }
            }
        }
        return events
    }

    /// Ends a line: an empty line ends the event, any other line is a field of the event.
    private mutating func endLine() -> Event? {
        if isFirstLine && line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isFirstLine = false
        defer { line.removeAll(keepingCapacity: true) }
        guard line.isEmpty else {
            readField()
            return nil
        }
        defer {
            name = []
            content = []
            hasContent = false
        }
        guard hasContent else { return nil }
        return Event(name: name.isEmpty ? "message" : String(decoding: name, as: UTF8.self), content: content)
    }

    private mutating func readField() {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == 0x20 { value = value.dropFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = Array(value)
        case "data":
            if hasContent { content.append(0x0A) }
            content += value
            hasContent = true
        case "retry":
            if value.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
                retryMilliseconds = Int64(String(decoding: value, as: UTF8.self)) ?? retryMilliseconds
            }
        default:
            // A comment is a field without a name. `id` is not used, because every stream begins with the current head.
            break
        }
    }
}
