import Foundation
import SystemIO
import TestSupport
import Testing

@Suite("Figures of a process and its disk", .scheduled)
struct ProcessFactsTests {
    @Test("memory, threads, descriptors, processor time and the start are this process's")
    func facts() throws {
        let folder = try TemporaryDirectory()
        try Files.create(folder.file("x"), [1, 2, 3], mode: 0o600)
        // Other tests run in this process at the same time, so only bounds can be checked.
        let before = ProcessFacts()
        #expect(before.residentBytes > 1 << 20 && before.residentBytes < before.virtualBytes)
        #expect(before.threads >= 1 && before.processorSeconds > 0)
        #expect(before.descriptors >= 3 && before.descriptors < before.descriptorsMax)
        let now = Date().timeIntervalSince1970
        #expect(before.startedAt > now - 24 * 3600 && before.startedAt < now + 5)
        #expect(ProcessFacts().processorSeconds >= before.processorSeconds)
    }

    @Test("sizes and free space are known for existing paths only")
    func disk() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("x")
        try Files.create(path, [1, 2, 3], mode: 0o600)
        #expect(Files.byteCount(path) == 3)
        #expect(Files.byteCount(path + "-not") == nil)
        #expect((Files.freeBytes(at: path) ?? 0) > 0)
        #expect(Files.freeBytes(at: path + "-not") == nil)
    }

    @Test("a queue counts its elements")
    func waiting() {
        let queue = BlockingQueue<Int>(countMax: 2)
        #expect(queue.count == 0)
        #expect(queue.push(1) && queue.push(2) && !queue.push(3))
        #expect(queue.count == 2)
        #expect(queue.pop() == 1)
        #expect(queue.count == 1)
    }
}
