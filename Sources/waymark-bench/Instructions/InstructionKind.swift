import SystemIO

/// A kind of request whose cost is counted.
struct InstructionKind {
    /// What the table calls it.
    let name: String
    /// What is asked for.
    let target: String
    /// Fields besides those that every request has.
    var fields: [String] = []
    /// Requests that one send carries.
    var pipelined = 1
    /// The status that it is answered with.
    let status: Int
    /// Instructions in user space that a request may take.
    ///
    /// What it takes now and five in a hundred for another machine's C library, so that nothing gets dearer unseen; for a
    /// 304 with nine fields the goal, 5,000.
    let instructionsMax: Int

    /// Eight header fields and those of the kind: what an app on a phone sends, with the number of the request.
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
