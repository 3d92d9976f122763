import GzipCoding
import TestSupport
import Testing

@testable import HTTPFetching

@Suite("Fetching compressed content", .scheduled)
struct GzipTests {
    private static let text = Array(String(repeating: "a rule among many; ", count: 1000).utf8)

    private func fetch(
        _ content: [UInt8], coding: String = "gzip", accepts: Bool = true, contentMax: Int = 1 << 20
    ) async throws -> FetchResponse {
        let server = try LoopbackServer { request in
            #expect(request.contains("\r\nAccept-Encoding: gzip\r\n") == accepts)
            return .http(200, fields: ["Content-Encoding: \(coding)"], content)
        }
        var request = try FetchRequest.make(server)
        request.acceptsGzip = accepts
        return try await HTTPFetcher(limits: .make(content: contentMax)).fetch(request)
    }

    @Test(
        "A gzip answer is decompressed, also with several members",
        arguments: ["gzip", "x-gzip", "GZIP"])
    func unpacks(coding: String) async throws {
        let packed = try Gzip.compress(Self.text)
        #expect(try await fetch(packed, coding: coding).content == Self.text)
        #expect(try await fetch(packed + packed, coding: coding).content == Self.text + Self.text)
    }

    @Test("An answer to a request without Accept-Encoding is not decompressed")
    func unasked() async throws {
        let packed = try Gzip.compress(Self.text)
        #expect(try await fetch(packed, accepts: false).content == packed)
    }

    @Test("A gzip bomb, damaged bytes and unknown codings are refused")
    func refuses() async throws {
        let packed = try Gzip.compress(Self.text)
        var damaged = packed
        damaged[packed.count / 2] ^= 0xFF
        let cases: [([UInt8], String, FetchError.Code)] = [
            (packed, "gzip", .tooLarge), (Array(packed.dropLast(9)), "gzip", .invalidResponse),
            (damaged, "gzip", .invalidResponse), (Array(Self.text.prefix(99)), "gzip", .invalidResponse),
            (packed, "br", .invalidResponse), (packed, "gzip, gzip", .invalidResponse),
        ]
        for (content, coding, code) in cases {
            let error = await #expect(throws: FetchError.self) {
                try await fetch(content, coding: coding, contentMax: code == .tooLarge ? 1000 : 1 << 20)
            }
            #expect(error?.code == code, "\(coding): \(String(describing: error))")
        }
    }
}
