import CanonicalJSON
import Foundation
import HTTPFetching
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("The console over HTTP", .scheduled)
struct ConsoleTests {
    private static let browser = ["Accept": "text/html,*/*;q=0.8"]

    @Test("a server without an admin listener has the console and leads to it")
    func everything() throws {
        let server = try LiveServer()
        let root = try server.send("GET", "/", token: nil, Self.browser)
        #expect(root.status == 302 && root["location"] == "/console/")
        #expect(try server.send("GET", "/", token: nil).json["console"] == "/console/")
        let page = try server.send("GET", "/console/", token: nil)
        #expect(page.status == 200 && page["content-type"] == "text/html; charset=utf-8")
        let path = try #require(page.text.firstMatch(of: /src="(\/console\/assets\/\w+\/main.mjs)"/)).output.1
        let script = try server.send("GET", String(path), token: nil)
        #expect(script.status == 200 && script["content-type"] == "text/javascript; charset=utf-8")
        for answer in [page, script] {
            #expect(
                answer.fields.filter { $0.name.lowercased() == "x-content-type-options" }.map(\.value) == ["nosniff"])
        }
        #expect(try server.send("POST", "/console/", "{}", token: nil).status == 405)
        let metrics = try server.send("GET", "/metrics").text
        #expect(metrics.contains(#"route="console""#) && metrics.contains(#"route="root""#))
    }

    @Test("with an admin listener, the public one knows neither / nor the console")
    func adminListener() throws {
        let server = try LiveServer(["adminListen": "127.0.0.1:0"])
        let (open, admin) = (server.addresses[0], server.addresses[1])
        for path in ["/", "/console", "/console/", "/console/assets/live/main.mjs"] {
            #expect(try server.send("GET", path, token: nil, Self.browser, at: open).status == 404, "\(path)")
        }
        #expect(try server.send("GET", "/", token: nil, Self.browser, at: admin).status == 302)
        #expect(try server.send("GET", "/console/", token: nil, at: admin).status == 200)
    }

    @Test("a server whose console is off knows neither / nor the console")
    func off() throws {
        let server = try LiveServer(["console": "off"])
        for path in ["/", "/console/"] {
            #expect(try server.send("GET", path, token: nil, Self.browser).status == 404)
        }
    }

    @Test("consoleFolder serves the files of a folder, and must have a page")
    func folder() throws {
        let folder = try TemporaryDirectory()
        #expect { try LiveServer(["consoleFolder": folder.url.path]) } throws: { "\($0)".contains("index.html") }
        try Data("<p>mine /console/assets/live/".utf8).write(to: URL(filePath: folder.file("index.html")))
        try Data("1".utf8).write(to: URL(filePath: folder.file("main.mjs")))
        let server = try LiveServer(["consoleFolder": folder.url.path])
        let page = try server.send("GET", "/console/x", token: nil)
        #expect(page.text == "<p>mine /console/assets/live/" && page["cache-control"] == "no-store")
        #expect(try server.send("GET", "/console/assets/live/main.mjs", token: nil).text == "1")
    }

    @Test("a name in consoleHosts that is no host is refused at start")
    func hosts() {
        for wrong in ["https://console.example", "console.example:443"] {
            #expect {
                try ServerSettings(ConfigurationSources(flags: ["consoleHosts": wrong]))
            } throws: { "\($0)".contains("consoleHosts") && "\($0)".contains(wrong) }
        }
    }
}
