import SystemIO

/// The work of a load client: the request, the number of connections and the time.
struct LoadPlan {
    /// The use of connections.
    enum Manner: Equatable {
        /// Each stays open; `pipelined` requests are sent at once, and the next ones when all are answered.
        case keepAlive(pipelined: Int)
        /// Each carries one request with `Connection: close`.
        case once
    }

    /// The server's address.
    var address: SocketAddress
    /// One whole request; if it ends with `numberField`, each request of the load gets a different number.
    var request: [UInt8]
    /// The number of connections.
    var connections = 64
    /// The use of connections.
    var manner = Manner.keepAlive(pipelined: 1)
    /// Milliseconds of load before the measurement, until caches, buffers and congestion windows are stable.
    var warmUpMilliseconds = 200
    /// Milliseconds of the measurement.
    var milliseconds = 1_000
    /// The server's process id; its CPU time is read before and after the measurement.
    var server: Int32

    /// The number of requests in one send.
    var pipelined: Int { if case .keepAlive(let count) = manner { count } else { 1 } }

    /// The bytes of one send of a connection.
    ///
    /// No two requests have the same head, neither on one connection nor on several: a server that caches heads would
    /// be faster here than with real clients, which differ.
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

    /// A request with one more field, which has the request's number.
    static func numbered(_ request: [UInt8]) -> [UInt8] {
        request.dropLast(2) + Array((numberField + "\r\n\r\n").utf8)
    }

    /// The last field of a numbered request.
    static let numberField = "X-Request-Id: \(firstNumber)"
    private static let firstNumber = 10_000_000

    /// The bytes of a GET request with further fields.
    static func request(_ target: String, _ address: SocketAddress, _ fields: [String] = []) -> [UInt8] {
        let lines = ["GET \(target) HTTP/1.1", "Host: \(address)"] + fields
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// The result of a load client.
struct LoadOutcome {
    /// Requests answered during the measurement.
    var requests = 0
    /// Length of the measurement.
    var seconds = 0.0
    /// The server's CPU time during the measurement.
    var server = ProcessTime()
    /// This process's CPU time during the measurement.
    var client = ProcessTime()
    /// Response times in microseconds, sorted; at most `LoadLimits.latenciesMax` of them.
    var latencies: [UInt32] = []

    /// Requests per second.
    var rate: Double { seconds > 0 ? Double(requests) / seconds : 0 }
    /// The server's CPU time per request, in microseconds.
    var serverMicroseconds: Double { requests > 0 ? server.all * 1_000_000 / Double(requests) : 0 }
    /// The part of it in user space.
    var userMicroseconds: Double { requests > 0 ? server.user * 1_000_000 / Double(requests) : 0 }
    /// The server's CPU time as a fraction of the elapsed time.
    var serverBusy: Double { seconds > 0 ? server.all / seconds : 0 }
    /// This process's CPU time as a fraction of the elapsed time.
    var clientBusy: Double { seconds > 0 ? client.all / seconds : 0 }

    /// A percentile of the response time, in microseconds; 0 without answers.
    func latency(percent: Int) -> Int {
        latencies.isEmpty ? 0 : Int(latencies[min(latencies.count - 1, latencies.count * percent / 100)])
    }
}

/// Limits of a load client.
enum LoadLimits {
    /// Response times that are stored: those of the first ten seconds at 200,000 requests per second.
    static let latenciesMax = 1 << 21
    /// Bytes discarded at once: more than a socket's buffer.
    static let discardBytesMax = 1 << 24
    /// Milliseconds without any answer after which the run fails.
    static let silenceMilliseconds: Int32 = 10_000
    /// Bytes received at once where an answer is read.
    static let headBytesMax = 64 * 1024
    /// Loopback addresses used in turn if each connection carries one request: each address has 28,000 ports.
    static let sources = 200
}
