import SystemIO

/// A kind of request whose cost is counted.
struct InstructionKind {
    /// The name in the table.
    let name: String
    /// The request target.
    let target: String
    /// Fields in addition to those of every request.
    var fields: [String] = []
    /// The number of requests in one send.
    var pipelined = 1
    /// The expected status.
    let status: Int
    /// Limit of the instructions in user space per request.
    ///
    /// The measured number plus 5 % for another machine's C library; for a 304 with nine fields it is the goal, 5,000.
    let instructionsMax: Int
    /// Limit of the calls of malloc per request; for an answer that was made before, those of growing tables and of the new
    /// Date field of each second.
    var allocationsMax = 0.1

    /// A request with the header fields of an app on a phone, those of the kind, and the request's number.
    func request(_ address: SocketAddress, _ number: Int) -> [UInt8] {
        LoadPlan.request(
            target, address,
            [
                "User-Agent: Shop/5.12.0 (com.example.shop; build:2210; iOS 17.5.1) CFNetwork/1496.0.7 Darwin/23.5.0",
                "Accept: application/json", "Accept-Language: en-GB,en;q=0.9,zh-Hans-CN;q=0.8",
                "Accept-Encoding: gzip, deflate, br", "Connection: keep-alive", "Cache-Control: no-cache",
                "X-Request-Id: 6f1b3c7e-7f0a-4d38-9d0f-\(String(number + 100_000_000_000))",
            ] + fields)
    }
}
