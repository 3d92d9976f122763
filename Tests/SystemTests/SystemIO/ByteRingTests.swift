import Foundation
import SystemIO
import TestSupport
import Testing

@Suite("A ring of bytes between two threads", .scheduled)
struct ByteRingTests {
    @Test("bytes leave in the order in which they were written, all or none, also around the end")
    func order() throws {
        let ring = try ByteRing(byteCount: 10)
        #expect(ring.give([1, 2, 3, 4, 5, 6, 7]))
        #expect(!ring.give([8, 9, 10, 11]), "there is room for three")
        #expect(ring.count == 7)
        #expect(ring.copy(bytesMax: 3) == [1, 2, 3])
        ring.take(5)
        #expect(ring.give([8, 9, 10, 11, 12, 13, 14, 15]))
        #expect(ring.count == 10 && !ring.give([16]) && ring.give([]))
        #expect(ring.copy(bytesMax: .max) == [6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
        ring.take(10)
        #expect(ring.count == 0 && ring.copy(bytesMax: 5).isEmpty)
    }

    @Test("between two threads every byte arrives once and in order")
    func threads() throws {
        let ring = try ByteRing(byteCount: 1000)
        let count = 200_000
        let giver = try Threads.start {
            var next = 0
            while next < count {
                let piece = (0..<min(count - next, 1 + next % 97)).map { UInt8(truncatingIfNeeded: next + $0) }
                if ring.give(piece) { next += piece.count }
            }
        }
        var taken = 0
        var wrong = 0
        while taken < count {
            let bytes = ring.copy(bytesMax: 313)
            for byte in bytes {
                if byte != UInt8(truncatingIfNeeded: taken) { wrong += 1 }
                taken += 1
            }
            ring.take(bytes.count)
        }
        giver.join()
        #expect(wrong == 0 && ring.count == 0)
    }
}

@Suite("A file that is appended to", .scheduled)
struct AppendedFileTests {
    @Test("is extended, also after it is renamed, and created when opened again")
    func rotation() throws {
        let folder = try TemporaryDirectory()
        let (path, old) = (folder.file("a.log"), folder.file("a.log.1"))
        try Files.create(path, [0x61], mode: 0o600)
        let file = try AppendedFile(path, mode: 0o640)
        #expect(try file.append([0x62, 0x63]) == 2)
        try FileManager.default.moveItem(atPath: path, toPath: old)
        #expect(try file.append([0x64]) == 1)
        let fresh = try AppendedFile(path, mode: 0o640)
        #expect(try fresh.append([0x65]) == 1)
        #expect(try Files.read(old, bytesMax: 100) == Array("abcd".utf8))
        #expect(try Files.read(path, bytesMax: 100) == [0x65])
    }

    @Test("errors of opening and writing are thrown")
    func refusals() throws {
        let folder = try TemporaryDirectory()
        #expect(throws: Errno.noSuchFile) { try AppendedFile(folder.file("none/a.log"), mode: 0o640) }
        #expect(throws: Errno.self) { try AppendedFile(folder.url.path, mode: 0o640) }
        let full = try AppendedFile("/dev/full", mode: 0o640)
        #expect(throws: Errno.noSpace) { try full.append([1]) }
    }
}
