import Synchronization
import TestSupport
import Testing

@testable import RouteServer
@testable import SystemIO

@Suite("Free memory is returned to the system", .scheduled)
struct MemoryReturnTests {
    /// Memory of a process in megabytes, and how often it was returned.
    private final class Process: Sendable {
        /// Megabytes in RAM, and how many of them the program uses.
        let memory = Mutex((resident: 20, used: 20))
        let returns = Mutex(0)

        func set(resident: Int, used: Int) { memory.withLock { $0 = (resident, used) } }

        /// `kept` megabytes lie between used pieces and cannot be returned.
        func memoryReturn(keeping kept: Int) -> MemoryReturn {
            MemoryReturn(
                unusedBytes: { self.memory.withLock { ($0.resident - $0.used) << 20 } },
                returnPages: {
                    self.returns.withLock { $0 += 1 }
                    self.memory.withLock { $0.resident = min($0.resident, $0.used + kept) }
                })
        }

        func count(after memoryReturn: MemoryReturn) -> Int {
            memoryReturn.run()
            return returns.withLock { $0 }
        }
    }

    @Test("it is returned when 4 MB more than the least are unused, and not again without growth")
    func growth() {
        let process = Process()
        let memoryReturn = process.memoryReturn(keeping: 5)
        #expect(process.count(after: memoryReturn) == 0)
        process.set(resident: 100, used: 20)
        #expect(process.count(after: memoryReturn) == 1)
        #expect(process.count(after: memoryReturn) == 1)
        process.set(resident: 29, used: 20)
        #expect(process.count(after: memoryReturn) == 1)
        process.set(resident: 30, used: 20)
        #expect(process.count(after: memoryReturn) == 2)
        // Memory that is freed without a return lowers the least.
        process.set(resident: 20, used: 20)
        #expect(process.count(after: memoryReturn) == 2)
        process.set(resident: 25, used: 20)
        #expect(process.count(after: memoryReturn) == 3)
    }

    @Test("memory that is used is not looked for; when it is free, it is returned, though the process has not grown")
    func endOfLoad() {
        let process = Process()
        let memoryReturn = process.memoryReturn(keeping: 10)
        process.set(resident: 320, used: 250)
        #expect(process.count(after: memoryReturn) == 1)
        process.set(resident: 290, used: 280)
        #expect(process.count(after: memoryReturn) == 1)
        process.set(resident: 290, used: 60)
        #expect(process.count(after: memoryReturn) == 2)
        #expect(process.memory.withLock { $0.resident } == 70)
    }

    @Test("memory that cannot be returned does not make every call return it")
    func stillUsed() {
        let process = Process()
        let memoryReturn = process.memoryReturn(keeping: 400)
        process.set(resident: 400, used: 20)
        for _ in 0..<5 { _ = process.count(after: memoryReturn) }
        #expect(process.returns.withLock { $0 } == 1)
    }

    @Test("the memory of this process is read") func residentBytes() { #expect(ProcessMemory.residentBytes > 1 << 20) }

    /// A process of its own, because the memory of the tests that run at the same time would be counted too.
    @Test("memory that the program has got and written to is not unused") func unusedBytes() async {
        await #expect(processExitsWith: .success) {
            let before = ProcessMemory.unusedBytes
            let bytes = [UInt8](repeating: 1, count: 64 << 20)
            let after = ProcessMemory.unusedBytes
            // Sanitizers have their own allocator, which mallinfo2(3) does not count.
            if ProcessMemory.heapBytesInUse >= bytes.count { #expect(abs(after - before) < 8 << 20) }
        }
    }
}
