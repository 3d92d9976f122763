import GzipCoding
import HTTPExchange
import HTTPWire
import RouteModel
import TestSupport
import Testing

@testable import ConsoleServing

@Suite("The console's pages", .scheduled)
struct ConsolePagesTests {
    private let script = Array("export const text = \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\";\n".utf8)
    private let page = "<script type=\"module\" src=\"/console/assets/live/main.mjs\"></script>\n"

    private func pages() -> ConsolePages {
        let sources: [ConsoleFiles.Source] = [
            ("index.html", Array(page.utf8)), ("main.mjs", script), ("a.css", [0x61]),
        ]
        return ConsolePages(ConsoleFiles(folder: nil) { sources }, hosts: ConsoleHosts(["console.example"]))
    }

    private func ask(
        _ path: String, _ method: String = "GET", host: String? = "localhost:8080", accept: String? = nil,
        coding: String? = nil, known: String? = nil
    ) -> Answer? {
        var fields = IncomingRequest.Fields(acceptEncoding: coding, host: host, accept: accept)
        fields.ifNoneMatch = known
        return pages().answer(
            IncomingRequest(
                method: method, path: path, fields: fields, address: "192.0.2.1", now: Instant(milliseconds: 0),
                seconds: 0))
    }

    private func text(_ answer: Answer?) -> String { String(decoding: answer?.bytes ?? [], as: UTF8.self) }

    private func field(_ answer: Answer?, _ name: String) -> String? {
        answer?.fields.first { $0.name == name }?.value
    }

    private func address(of name: String) throws -> String {
        let hash = try #require(text(ask("/console/")).firstMatch(of: /assets\/(\w+)\//)).output.1
        return "/console/assets/\(hash)/\(name)"
    }

    @Test(
        "every address of a view has the page, which is asked for again each time",
        arguments: [
            "/console/", "/console/apps", "/console/apps/shop/rules", "/console/apps/shop/rules/v1.2",
            "/console/a%2Fb/", "/console/tokens/", "/console/apps/my.shop", "/console/apps/a.json/rules",
            "/console/apps/index.html",
        ])
    func views(_ path: String) throws {
        let answer = try #require(ask(path))
        #expect(answer.status == 200 && text(answer).contains("/main.mjs") && !text(answer).contains("live"))
        #expect(field(answer, "Content-Type") == "text/html; charset=utf-8")
        #expect(field(answer, "Cache-Control") == "no-cache")
        #expect(answer.origin.endpoint == "console")
    }

    @Test("a file has its media type, never changes under its address, and a client that has it gets 304")
    func file() throws {
        let path = try address(of: "main.mjs")
        let answer = try #require(ask(path))
        #expect(answer.status == 200 && answer.bytes == script)
        #expect(field(answer, "Content-Type") == "text/javascript; charset=utf-8")
        #expect(field(answer, "Cache-Control") == "public, max-age=31536000, immutable")
        #expect(field(answer, "Vary") == "Accept-Encoding" && field(answer, "Content-Encoding") == nil)
        let coded = try #require(ask(path, coding: "br, gzip"))
        #expect(field(coded, "Content-Encoding") == "gzip")
        #expect(try Gzip.decompress(coded.bytes, limit: 1 << 16) == script)
        #expect(field(coded, "ETag") != field(answer, "ETag"))
        for tag in [field(coded, "ETag"), field(answer, "ETag"), "*", "\"x\", \(field(answer, "ETag") ?? "")"] {
            let unchanged = try #require(ask(path, known: tag))
            #expect(unchanged.status == 304 && unchanged.bytes.isEmpty, "\(tag ?? "")")
        }
        #expect(ask(path, known: "\"other\"")?.status == 200)
        #expect(ask(path, "HEAD")?.status == 200)
        #expect(field(ask(try address(of: "a.css")), "Content-Type") == "text/css; charset=utf-8")
    }

    @Test("another hash, an unknown name and a deeper path are 404")
    func missing() throws {
        for path in [
            "/console/assets/live/main.mjs", "/console/assets/0123456789abcdef/main.mjs", try address(of: "none.mjs"),
            try address(of: "..%2Fmain.mjs"), "/console/assets/", "/console/assets/a/b/c", "/console/main.mjs",
            "/console/favicon.ico",
        ] {
            let answer = try #require(ask(path))
            #expect(answer.status == 404, "\(path)")
            #expect(field(answer, "Cache-Control") == "no-store")
        }
    }

    @Test("pages and files tell the browser to run nothing but the console's own files")
    func security() throws {
        for path in ["/console/", try address(of: "main.mjs")] {
            for known in [nil, "*"] {
                let answer = try #require(ask(path, known: known))
                let policy = try #require(field(answer, "Content-Security-Policy"))
                #expect(
                    policy == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                        + "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
                        + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types waymark-worker")
                #expect(field(answer, "Cross-Origin-Opener-Policy") == "same-origin")
                #expect(field(answer, "Cross-Origin-Resource-Policy") == "same-origin")
                #expect(field(answer, "Referrer-Policy") == "no-referrer")
                #expect(field(answer, "Access-Control-Allow-Origin") == nil)
            }
        }
    }

    @Test("a host that is not the console's is refused with 421, which names the setting")
    func host() throws {
        for path in ["/console/", "/console", "/console/x", "/console/assets/live/main.mjs"] {
            for host in ["evil.example", nil] {
                let answer = try #require(ask(path, host: host))
                #expect(answer.status == 421 && answer.problem?.code == "wrong-host")
                #expect(answer.problem?.detail.contains("consoleHosts") == true)
            }
        }
        #expect(ask("/console/", host: "console.example")?.status == 200)
    }

    @Test("/ leads browsers to the console and tells programs what there is; /console leads to /console/")
    func root() throws {
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        let redirect = try #require(ask("/", accept: browser))
        #expect(redirect.status == 302 && field(redirect, "Location") == "/console/")
        #expect(field(ask("/console"), "Location") == "/console/")
        for accept in [nil, "*/*", "application/json"] {
            let answer = try #require(ask("/", accept: accept))
            #expect(answer.status == 200 && field(answer, "Content-Type") == "application/json")
            #expect(text(answer).contains(#""console":"/console/""#) && field(answer, "Vary") == "Accept")
        }
        // No page of another host reads it: the answer allows no origin.
        #expect(field(ask("/"), "Access-Control-Allow-Origin") == nil)
    }

    @Test("only reading is possible, and other paths are not the console's")
    func methods() throws {
        for method in ["POST", "PUT", "PATCH", "DELETE"] {
            for path in ["/", "/console", "/console/x"] {
                let answer = try #require(ask(path, method))
                #expect(answer.status == 405 && field(answer, "Allow") == "GET, HEAD, OPTIONS")
            }
        }
        #expect(ask("/console/x", "OPTIONS")?.status == 204)
        for path in ["/consoles", "/v1/apps", "/console%2F", "//console/", "/Console/"] { #expect(ask(path) == nil) }
    }
}
