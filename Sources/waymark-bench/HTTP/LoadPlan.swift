import SystemIO

/// What a load client does: a request again and again, over so many connections, for so long.
struct LoadPlan {
    /// How connections are used.
    enum Manner: Equatable {
        /// Each stays open; so many requests are sent at once, and the next ones when all are answered.
        case keepAlive(pipelined: Int)
        /// Each carries one request, which says `Connection: close`.
        case once
    }

    /// Where the server is.
    var address: SocketAddress
    /// One request, whole; where it ends with `numberField`, each connection's own requests have numbers of their own.
    var request: [UInt8]
    /// Connections at once.
    var connections = 64
    /// How they are used.
    var manner = Manner.keepAlive(pipelined: 1)
    /// How long nothing is counted, so that caches, buffers and congestion windows are as they stay.
    var warmUpMilliseconds = 200
    /// How long is measured.
    var milliseconds = 1_000
    /// The server's process, whose CPU time is read at both ends of the measurement.
    var server: Int32

    /// Requests that one send carries.
    var pipelined: Int { if case .keepAlive(let count) = manner { count } else { 1 } }

    /// What one send of a connection carries.
    ///
    /// No two heads that a server reads are the same, on one connection or on several: a server that remembers heads would
    /// look faster than it is to clients, of which each is another.
    func batch(of connection: Int) -> [UInt8] {
        let end = Array((Self.numberField + "\r\n\r\n").utf8)
        var batch = Array(repeatElement(request, count: pipelined).joined())
        guard request.count > end.count, request.suffix(end.count).elementsEqual(end) else { return batch }
        for number in 0..<pipelined {
            let digits = String(Self.firstNumber + connection * pipelined + number).utf8
            let start = (number + 1) * request.count - 4 - digits.count
            batch.replaceSubrange(start..<(start + digits.count), with: digits)
        }
        return batch
    }

    /// A request with one field more, by which it has a number.
    static func numbered(_ request: [UInt8]) -> [UInt8] {
        request.dropLast(2) + Array((numberField + "\r\n\r\n").utf8)
    }

    /// A field that ends a request whose number is its own.
    static let numberField = "X-Request-Id: \(firstNumber)"
    private static let firstNumber = 10_000_000

    /// The bytes of a request with a field or two.
    static func request(_ target: String, _ address: SocketAddress, _ fields: [String] = []) -> [UInt8] {
        let lines = ["GET \(target) HTTP/1.1", "Host: \(address)"] + fields
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// What a load client saw.
struct LoadOutcome {
    /// Requests answered while it measured.
    var requests = 0
    /// For how long it did.
    var seconds = 0.0
    /// The server's CPU time meanwhile.
    var server = ProcessTime()
    /// This process's own.
    var client = ProcessTime()
    /// How long answers took, sorted, in microseconds; a sample of at most `LoadLimits.latenciesMax`.
    var latencies: [UInt32] = []

    /// Requests a second.
    var rate: Double { seconds > 0 ? Double(requests) / seconds : 0 }
    /// The server's CPU time a request, in microseconds.
    var serverMicroseconds: Double { requests > 0 ? server.all * 1_000_000 / Double(requests) : 0 }
    /// The part of it in user space.
    var userMicroseconds: Double { requests > 0 ? server.user * 1_000_000 / Double(requests) : 0 }
    /// How much of a core the server had.
    var serverBusy: Double { seconds > 0 ? server.all / seconds : 0 }
    /// How much of a core this process had.
    var clientBusy: Double { seconds > 0 ? client.all / seconds : 0 }

    /// The time in which so many of a hundred answers came, in microseconds.
    func latency(percent: Int) -> Int {
        latencies.isEmpty ? 0 : Int(latencies[min(latencies.count - 1, latencies.count * percent / 100)])
    }
}

/// Why a load client gave up.
struct LoadError: Error, CustomStringConvertible {
    let description: String
}

/// Bounds of a load client.
enum LoadLimits {
    /// Latencies that are kept: at 200,000 a second the first ten seconds.
    static let latenciesMax = 1 << 21
    /// Bytes thrown away at a time: more than a socket's buffer holds.
    static let discardBytesMax = 1 << 24
    /// Milliseconds without any answer after which the server counts as dead.
    static let silenceMilliseconds: Int32 = 10_000
    /// Bytes of a head that is read whole, once.
    static let headBytesMax = 64 * 1024
    /// Loopback addresses that connections come from in turn, where each is used once: every one has 28,000 ports.
    static let sources = 200
}
