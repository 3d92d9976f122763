import HTTPFetching
import TestSupport

extension FetchRequest {
    static func make(
        _ server: LoopbackServer, method: String = "GET", _ target: String = "/", fields: [Field] = [],
        content: [UInt8] = []
    ) throws -> FetchRequest {
        FetchRequest(
            try FetchOrigin(scheme: "http", host: "127.0.0.1", port: server.port), method: method, target: target,
            fields: fields, content: content)
    }
}

extension FetchLimits {
    static func make(silence: Duration = .seconds(5), whole: Duration = .seconds(10), content: Int = 1 << 20)
        -> FetchLimits
    {
        var limits = FetchLimits()
        limits.silence = silence
        limits.whole = whole
        limits.contentBytesMax = content
        return limits
    }
}
