import HTTPServing
import HTTPWire

/// Answers `/`, `/1k` and `/100k` on the loop and `/echo` on a worker.
struct EchoHandler: HTTPHandler {
    private let pages: [(path: [UInt8], page: Page)]
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

    init() {
        pages = [
            (Array("/".utf8), Page(byteCount: 4_000, tag: "\"page\"")),
            (Array("/1k".utf8), Page(byteCount: 1_000, tag: "\"page-1k\"")),
            (Array("/100k".utf8), Page(byteCount: 100_000, tag: "\"page-100k\"")),
        ]
    }

    func decide(_ request: borrowing RequestView) -> Decision {
        let path = request.head.path
        if request.matches(path, "*") { return .answer(options) }
        for (name, page) in pages where request.matches(path, bytes: name) {
            if request.isMethod("OPTIONS") { return .answer(options) }
            guard request.isMethod("GET") || request.head.isHead else { return .answer(notAllowed) }
            return .answer(isCurrent(request, page) ? page.notModified : page.whole)
        }
        guard request.matches(path, "/echo") else { return .answer(notFound) }
        return .work(bodyBytesMax: 1 << 20)
    }

    func page(for refusal: RequestRefusal) -> PreparedResponse {
        PreparedResponse(
            refusal.status, [HeaderField("Content-Type", "text/plain")], body: SharedBytes(Array(refusal.detail.utf8)))
    }

    func perform(_ request: Request) -> Response {
        switch request.method {
        case "POST":
            Response(
                200, [HeaderField("Content-Type", "application/octet-stream")], body: .bytes(SharedBytes(request.body)))
        case "OPTIONS": Response(204, [HeaderField("Allow", "POST, OPTIONS")])
        default: Response(405, [HeaderField("Allow", "POST, OPTIONS")])
        }
    }

    /// RFC 9110 section 13.1.2: a list of tags over all lines, or `*`; compared weakly.
    private func isCurrent(_ request: borrowing RequestView, _ page: Page) -> Bool {
        for field in request.head.fields where field.known == .ifNoneMatch {
            if request.matches(field.value, "*") || has(request, field.value, page.tag) { return true }
        }
        return false
    }

    private func has(_ request: borrowing RequestView, _ range: Range<Int>, _ tag: [UInt8]) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            // From one quotation mark to the next: commas inside a tag do not count.
            guard request[index] == 0x22 else {
                index += 1
                continue
            }
            var end = index + 1
            while end < range.upperBound, request[end] != 0x22 { end += 1 }
            guard end < range.upperBound else { return false }
            if request.matches(index..<(end + 1), bytes: tag) { return true }
            index = end + 1
        }
        return false
    }
}
