import TestSupport
import Testing

@testable import SystemIO

@Suite("Folders and files that are replaced", .scheduled)
struct FolderTests {
    @Test("folders are created with their parents, and names are sorted by their bytes")
    func names() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a/b/c")
        #expect(try Folders.names(in: path).isEmpty)
        try Folders.make(path)
        try Folders.make(path)
        for name in ["z", "B", "ä", "a"] { try Files.create("\(path)/\(name)", [], mode: 0o600) }
        #expect(try Folders.names(in: path) == ["B", "a", "z", "ä"])
        #expect(throws: Errno.self) { try Folders.names(in: "\(path)/z") }
        #expect(throws: Errno.self) { try Folders.make("\(path)/z/d") }
    }

    @Test("a file is replaced completely, with exactly the given mode, and no other file remains")
    func replace() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("file")
        try Files.replace(path, Array("one".utf8), mode: 0o640)
        try Files.replace(path, Array("two".utf8), mode: 0o600)
        #expect(try Files.read(path, bytesMax: 10) == Array("two".utf8))
        #expect(try Files.permissions(of: path) == 0o600)
        #expect(try Folders.names(in: folder.path) == ["file"])
        #expect(throws: Errno.self) { try Files.permissions(of: folder.file("none")) }
    }

    @Test("a file written in pieces exists when it is finished, and is removed when it is abandoned")
    func pieces() throws {
        let folder = try TemporaryDirectory()
        let kept = try Files.begin(folder.file("kept"), mode: 0o600)
        try Files.writeAll(kept, Array("one ".utf8))
        try Files.writeAll(kept, Array("two".utf8))
        try Files.finish(kept)
        #expect(try Files.read(folder.file("kept"), bytesMax: 10) == Array("one two".utf8))
        #expect(throws: Errno.self) { try Files.begin(folder.file("kept"), mode: 0o600) }
        Files.abandon(try Files.begin(folder.file("gone"), mode: 0o600), folder.file("gone"))
        #expect(!Files.exists(folder.file("gone")))
    }

    @Test(
        "the folder of a path", arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b/c", "a/b")])
    func parent(path: String, folder: String) { #expect(Folders.folder(of: path) == folder) }
}
