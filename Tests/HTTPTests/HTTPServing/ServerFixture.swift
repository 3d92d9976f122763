import Foundation
import Glibc
import HTTPServing
import HTTPWire
import SystemIO
import TestSupport
import WireConformance

/// Answers `/` and `/large` on the loop, `/slow`, `/file` and POSTs on workers, `/events` as a stream.
struct FixtureHandler: HTTPHandler {
    /// The body of `/file`.
    var file: @Sendable () -> AnswerFile? = Self.temporaryFile
    /// Receives what `dropped` is called with.
    var dropped: @Sendable (DroppedDownload) -> Void = { _ in }
    /// Two million bytes, made of blocks because a debug build under a sanitizer is slow.
    static let large: SharedBytes = {
        let block = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        var bytes: [UInt8] = []
        for _ in 0..<40 { bytes += block }
        return SharedBytes(bytes)
    }()

    private let page = PreparedResponse(
        200, [HeaderField("ETag", "\"x\"")], body: SharedBytes(Array("hello".utf8)))
    private let large = PreparedResponse(200, [], body: Self.large)
    private let stream = PreparedResponse(
        streaming: [HeaderField("Content-Type", "text/event-stream")], first: StreamBytes(Array("data: first\n\n".utf8))
    )
    private let missing = PreparedResponse(404, [], body: SharedBytes(Array("missing".utf8)))
    private let allowed = PreparedResponse(204, [HeaderField("Allow", "GET, HEAD, POST, OPTIONS")])
    private let notModified = PreparedResponse(304, [HeaderField("ETag", "\"x\"")])

    func decide(_ request: borrowing RequestView) -> Decision {
        let path = request.head.path
        if request.isMethod("OPTIONS") { return .answer(allowed) }
        if ["/echo", "/slow", "/peer", "/file"].contains(where: { request.matches(path, $0) }) {
            return .work(bodyBytesMax: 1 << 20)
        }
        if request.matches(path, "/events") { return .watch(StreamStart(topic: 3, stream)) }
        if request.matches(path, "/large") { return .answer(large) }
        guard request.matches(path, "/") else { return .answer(missing) }
        guard request.isMethod("GET") || request.head.isHead else {
            return .answer(PreparedResponse(405, [HeaderField("Allow", "GET, HEAD, OPTIONS")]))
        }
        for field in request.head.fields where field.known == .ifNoneMatch {
            let text = request.text(field.value)
            if text == "*" || text.contains("\"x\"") { return .answer(notModified) }
        }
        return .answer(page)
    }

    func dropped(_ download: DroppedDownload) { dropped(download) }

    func isKnown(_ request: borrowing RequestView) -> Bool { request.first(.authorization) != nil }

    func page(for refusal: RequestRefusal) -> PreparedResponse {
        PreparedResponse(refusal.status, [], body: SharedBytes(Array(refusal.detail.utf8)))
    }

    func perform(_ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void) {
        reply(answer(request))
    }

    private func answer(_ request: Request) -> Response {
        if request.path == "/slow" {
            pause(milliseconds: 200)
            return Response(200, body: .bytes(SharedBytes(Array("slow".utf8))))
        }
        if request.path == "/peer" { return Response(200, body: .bytes(SharedBytes(Array(request.peer.utf8)))) }
        if request.path == "/file" { return file().map { Response(200, body: .file($0)) } ?? Response(500) }
        guard request.method == "POST" else { return Response(405, [HeaderField("Allow", "POST")]) }
        var response = Response(200, body: .bytes(SharedBytes(request.body)))
        response.isRefusable = request.values(named: "x-change").isEmpty
        response.account = Array(request.peer.utf8)
        return response
    }
}

extension FixtureHandler {
    static let fileBytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    /// A new temporary file; nil if it cannot be made.
    @Sendable private static func temporaryFile() -> AnswerFile? {
        let path = "\(NSTemporaryDirectory())/waymark-\(UUID().uuidString)"
        do { try Files.create(path, fileBytes, mode: 0o600) } catch { return nil }
        defer { Files.remove(path) }
        guard let file = try? ReadableFile(path) else { return nil }
        return AnswerFile(
            byteCount: fileBytes.count, read: { offset, count in try? file.readAll(count, at: offset) }, end: {})
    }
}

/// A running server on a free port; stopped in deinit.
final class RunningServer {
    let server: HTTPServer
    private var isStopped = false

    /// Begins to stop on a new thread, which ends when the server has stopped.
    func beginStop(within milliseconds: Int64) throws -> Threads.Running {
        isStopped = true
        let server = server
        return try Threads.start { server.drain(milliseconds: milliseconds) }
    }

    static func make(
        on place: ServingConfiguration.Place? = nil, loops: Int = 1, handler: FixtureHandler = FixtureHandler(),
        _ change: (inout ServingLimits) -> Void = { _ in }
    ) throws -> RunningServer {
        guard let anyPort = SocketAddress("127.0.0.1:0") else { preconditionFailure("a sound address") }
        var limits = ServingLimits()
        limits.sweepMilliseconds = 50
        change(&limits)
        return try RunningServer(on: place ?? .port(anyPort), loops: loops, handler, limits)
    }

    private init(
        on place: ServingConfiguration.Place, loops: Int, _ handler: FixtureHandler, _ limits: ServingLimits
    ) throws {
        let configuration = ServingConfiguration(
            listeners: [.init(place, number: 1)], loops: loops, workers: 2, limits: limits)
        server = try HTTPServer(configuration, handler: handler)
        try server.start()
    }

    var address: SocketAddress { server.addresses[0].address }

    func client() -> LoopbackClient { LoopbackClient(address) }

    func stop(within milliseconds: Int64 = 2000) {
        guard !isStopped else { return }
        isStopped = true
        server.drain(milliseconds: milliseconds)
    }

    deinit { stop(within: 0) }
}

/// A request with a Host field.
func request(_ method: String, _ path: String, _ fields: String = "", body: String = "") -> String {
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    return "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\(length)\r\n\(body)"
}
