import HTTPServing
import HTTPWire

/// Answers `/`, `/1k` and `/100k` on the loop and `/echo` on a worker.
struct EchoHandler: HTTPHandler {
    private let standard = Page(byteCount: 4_000, tag: "\"page\"")
    private let small = Page(byteCount: 1_000, tag: "\"page-1k\"")
    private let large = Page(byteCount: 100_000, tag: "\"page-100k\"")
    private let notFound = PreparedResponse(
        404, [HeaderField("Content-Type", "text/plain")], body: SharedBytes(Array("nothing here\n".utf8)))
    private let notAllowed = PreparedResponse(405, [HeaderField("Allow", "GET, HEAD, OPTIONS")])
    private let options = PreparedResponse(204, [HeaderField("Allow", "GET, HEAD, OPTIONS")])

    private struct Page {
        let tag: [UInt8]
        let whole: PreparedResponse
        let notModified: PreparedResponse

        init(byteCount: Int, tag: String) {
            let text = Array("A line of text that compresses well, again and again.\n".utf8)
            let body = (0..<byteCount).map { text[$0 % text.count] }
            let fields = [HeaderField("ETag", tag), HeaderField("Cache-Control", "public, max-age=5")]
            self.tag = Array(tag.utf8)
            whole = PreparedResponse(
                200, fields + [HeaderField("Content-Type", "text/plain; charset=utf-8")], body: SharedBytes(body))
            notModified = PreparedResponse(304, fields)
        }
    }

    func decide(_ request: borrowing RequestView) -> Decision {
        let path = request.head.path
        if request.matches(path, "/") { return answer(request, standard) }
        if request.matches(path, "/1k") { return answer(request, small) }
        if request.matches(path, "/100k") { return answer(request, large) }
        if request.matches(path, "*") { return .answer(options) }
        return request.matches(path, "/echo") ? .work(bodyBytesMax: 1 << 20) : .answer(notFound)
    }

    private func answer(_ request: borrowing RequestView, _ page: borrowing Page) -> Decision {
        if request.isMethod("OPTIONS") { return .answer(options) }
        guard request.head.isGet || request.head.isHead else { return .answer(notAllowed) }
        return .answer(isCurrent(request, page) ? page.notModified : page.whole)
    }

    func page(for refusal: RequestRefusal) -> PreparedResponse {
        PreparedResponse(
            refusal.status, [HeaderField("Content-Type", "text/plain")], body: SharedBytes(Array(refusal.detail.utf8)))
    }

    func perform(_ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void) {
        reply(answer(request))
    }

    private func answer(_ request: Request) -> Response {
        switch request.method {
        case "POST":
            Response(
                200, [HeaderField("Content-Type", "application/octet-stream")], body: .bytes(SharedBytes(request.body)))
        case "OPTIONS": Response(204, [HeaderField("Allow", "POST, OPTIONS")])
        default: Response(405, [HeaderField("Allow", "POST, OPTIONS")])
        }
    }

    /// RFC 9110 section 13.1.2: a list of tags over all lines, or `*`; compared weakly.
    private func isCurrent(_ request: borrowing RequestView, _ page: borrowing Page) -> Bool {
        let buffer = request.buffer
        return request.has(.ifNoneMatch) { buffer.matches($0, "*") || has(buffer, $0, page.tag) }
    }

    private func has(_ buffer: WireBytes, _ range: Range<Int>, _ tag: [UInt8]) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            // A tag is compared from one quotation mark to the next, because it may contain commas.
            guard buffer[index] == 0x22 else {
                index += 1
                continue
            }
            let end = buffer.index(of: 0x22, in: (index + 1)..<range.upperBound)
            guard end < range.upperBound else { return false }
            if buffer.matches(index..<(end + 1), bytes: tag) { return true }
            index = end + 1
        }
        return false
    }
}
