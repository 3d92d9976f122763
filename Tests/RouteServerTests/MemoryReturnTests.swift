import Synchronization
import TestSupport
import Testing

@testable import RouteServer
@testable import SystemIO

@Suite("Free memory is returned to the system", .scheduled)
struct MemoryReturnTests {
    /// Memory of a process in megabytes, and how often it was returned.
    private final class Process: Sendable {
        let megabytes = Mutex(20)
        let returns = Mutex(0)

        func grow(to megabytes: Int) { self.megabytes.withLock { $0 = megabytes } }

        func memoryReturn(leaving least: Int) -> MemoryReturn {
            MemoryReturn(
                residentBytes: { self.megabytes.withLock { $0 << 20 } },
                returnPages: {
                    self.returns.withLock { $0 += 1 }
                    self.megabytes.withLock { $0 = min($0, least) }
                })
        }

        func count(after memoryReturn: MemoryReturn) -> Int {
            memoryReturn.run()
            return returns.withLock { $0 }
        }
    }

    @Test("it is returned after growth of 32 MB since the least, and not again without growth")
    func growth() {
        let process = Process()
        let memoryReturn = process.memoryReturn(leaving: 40)
        #expect(process.count(after: memoryReturn) == 0)
        process.grow(to: 100)
        #expect(process.count(after: memoryReturn) == 1)
        #expect(process.count(after: memoryReturn) == 1)
        process.grow(to: 72)
        #expect(process.count(after: memoryReturn) == 1)
        process.grow(to: 73)
        #expect(process.count(after: memoryReturn) == 2)
        // Memory that is freed without a return lowers the least.
        process.grow(to: 10)
        #expect(process.count(after: memoryReturn) == 2)
        process.grow(to: 43)
        #expect(process.count(after: memoryReturn) == 3)
    }

    @Test("memory that cannot be returned does not make every call return it")
    func stillUsed() {
        let process = Process()
        let memoryReturn = process.memoryReturn(leaving: 500)
        process.grow(to: 400)
        for _ in 0..<5 { _ = process.count(after: memoryReturn) }
        #expect(process.returns.withLock { $0 } == 1)
    }

    @Test("the memory of this process is read")
    func residentBytes() { #expect(ProcessMemory.residentBytes > 1 << 20) }
}
