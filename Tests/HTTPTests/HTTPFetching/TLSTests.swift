import Foundation
import Glibc
import HTTPFetching
import TestSupport
import Testing

/// A TLS server (`openssl s_server`), which answers any request with a page about the session.
final class OpenSSLServer: Sendable {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")
    let port: UInt16
    let certificate: String
    private let folder: TemporaryDirectory
    private let process: Process

    init(names: String) throws {
        folder = try TemporaryDirectory("tls")
        certificate = folder.file("certificate.pem")
        try Self.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=test", "-addext", "subjectAltName=\(names)", "-keyout", folder.file("key.pem"), "-out", certificate,
        ]).ended()
        // A port that is free now.
        let probe = try LoopbackServer { _ in .http(200) }
        port = probe.port
        probe.stop()
        process = try Self.openssl([
            "s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", folder.file("key.pem"), "-www",
            "-quiet",
        ])
        // Waits until it listens; its answer to plain HTTP does not matter.
        let plain = FetchRequest(try FetchOrigin(scheme: "http", host: "127.0.0.1", port: port), target: "/")
        _ = eventually {
            do throws(FetchError) { _ = try HTTPFetcher().fetchBlocking(plain) } catch {
                return error.code != .unreachable
            }
            return true
        }
    }

    deinit {
        // Not SIGTERM: a child process inherits the signal mask of the executor's thread that started it.
        kill(process.processIdentifier, SIGKILL)
        process.ended()
    }

    private static func openssl(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.begin()
        return process
    }
}

@Suite("Fetching over TLS", .scheduled, .enabled(if: OpenSSLServer.isInstalled, "the openssl tool is not installed"))
struct TLSTests {
    @Test("A trusted certificate is accepted for its host name and its address")
    func trusted() async throws {
        let server = try OpenSSLServer(names: "DNS:localhost,IP:127.0.0.1")
        let fetcher = HTTPFetcher(trusting: server.certificate)
        for host in ["localhost", "127.0.0.1"] {
            let origin = try FetchOrigin(scheme: "https", host: host, port: server.port)
            let response = try await fetcher.fetch(FetchRequest(origin, target: "/"))
            #expect(response.status == 200)
            #expect(String(decoding: response.content, as: UTF8.self).contains("TLSv1.3"))
        }
    }

    @Test("A certificate for another host, or from an unknown issuer, is refused")
    func untrusted() async throws {
        let server = try OpenSSLServer(names: "DNS:elsewhere.example")
        let origin = try FetchOrigin(scheme: "https", host: "127.0.0.1", port: server.port)
        for fetcher in [HTTPFetcher(), HTTPFetcher(trusting: server.certificate)] {
            let error = await #expect(throws: FetchError.self) {
                try await fetcher.fetch(FetchRequest(origin, target: "/"))
            }
            #expect(error?.code == .untrusted, "\(String(describing: error))")
        }
    }

    @Test("A server without TLS and a missing trust file fail with the code tls")
    func notTLS() async throws {
        let server = try LoopbackServer { _ in .http(200) }
        let origin = try FetchOrigin(scheme: "https", host: "127.0.0.1", port: server.port)
        var limits = FetchLimits()
        limits.connecting = .milliseconds(500)
        let error = await #expect(throws: FetchError.self) {
            try await HTTPFetcher(limits: limits).fetch(FetchRequest(origin, target: "/"))
        }
        #expect(error.map { [.tls, .timedOut].contains($0.code) } == true)
        let missing = await #expect(throws: FetchError.self) {
            try await HTTPFetcher(trusting: "/no/such/file.pem").fetch(FetchRequest(origin, target: "/"))
        }
        #expect(missing?.code == .tls)
    }
}
