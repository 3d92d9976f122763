import Foundation
import GzipCoding
import HTTPExchange
import HTTPWire
import TestSupport
import Testing

@testable import ConsoleServing

@Suite("The console's files", .scheduled)
struct ConsoleFilesTests {
    private static let folder = PackageRoot.url.appendingPathComponent("Sources/Server/Console")

    @Test("the program has every file of Sources/Server/Console, and its bytes")
    func embedded() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0 != "README.md" }
            .sorted()
        #expect(ConsoleFiles.built.map(\.name) == names)
        for file in ConsoleFiles.built {
            let bytes = Array(try Data(contentsOf: Self.folder.appendingPathComponent(file.name)))
            #expect(file.bytes == bytes, "\(file.name)")
        }
    }

    @Test("each file has a media type and a name that is served")
    func names() {
        for file in ConsoleFiles.built {
            #expect(ConsoleFiles.isName(file.name))
            #expect(ConsoleFiles.mediaType(of: file.name) != "application/octet-stream", "\(file.name)")
        }
    }

    @Test("the hash is of all files: each name and each byte changes it")
    func hash() throws {
        func hash(_ sources: [ConsoleFiles.Source]) throws -> String {
            let files = ConsoleFiles(folder: nil) { sources }
            let page = try #require(try files.file("index.html", hash: nil))
            return String(decoding: page.identity.bytes, as: UTF8.self)
        }
        let page: ConsoleFiles.Source = ("index.html", Array("/console/assets/live/".utf8))
        let first = try hash([page, ("a.mjs", [1, 2])])
        #expect(first.firstMatch(of: /^\/console\/assets\/[0-9a-f]{16}\/$/) != nil, "\(first)")
        #expect(try hash([("a.mjs", [1, 2]), page]) == first)
        let others: [[ConsoleFiles.Source]] = [
            [("a.mjs", [1, 3])], [("b.mjs", [1, 2])], [("a.mjs", [1]), ("b.mjs", [2])], [],
        ]
        for other in others { #expect(try hash([page] + other) != first) }
    }

    @Test("every live address in the page gets the hash, and nothing else changes")
    func addressed() throws {
        let text = #"<a href="/console/assets/live/x"><b src="/console/assets/live/y">/console/live/"#
        let files = ConsoleFiles(folder: nil) { [("index.html", Array(text.utf8))] }
        let page = String(decoding: try #require(try files.file("index.html", hash: nil)).identity.bytes, as: UTF8.self)
        let hash = try #require(page.firstMatch(of: /assets\/([0-9a-f]{16})\//)).output.1
        #expect(page == text.replacingOccurrences(of: "assets/live", with: "assets/\(hash)"))
        #expect(try files.file("index.html", hash: "live") == nil)
    }

    @Test("files of a folder are read at each request, and no name leaves the folder")
    func live() throws {
        let folder = try TemporaryDirectory()
        try Data("secret".utf8).write(to: URL(filePath: folder.file("secret.txt")))
        let inside = folder.file("console")
        try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: true)
        let files = ConsoleFiles(folder: inside)
        #expect(try files.file("a.mjs", hash: "live") == nil)
        for text in ["one", "two"] {
            try Data(text.utf8).write(to: URL(filePath: inside + "/a.mjs"))
            #expect(try files.file("a.mjs", hash: "live")?.identity.bytes == Array(text.utf8))
        }
        #expect(try files.file("a.mjs", hash: "0123456789abcdef") == nil)
        for name in ["../secret.txt", "..", ".", "", "a/b", "/etc/passwd", "%2e%2e", ".hidden", "a\0.mjs"] {
            #expect(try files.file(name, hash: "live") == nil, "\(name)")
        }
        try Data(count: ConsoleLimits.fileBytesMax + 1).write(to: URL(filePath: inside + "/large.css"))
        #expect(throws: Problem.self) { try files.file("large.css", hash: "live") }
    }
}
