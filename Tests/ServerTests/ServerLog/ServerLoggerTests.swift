import RouteModel
import Synchronization
import TestSupport
import Testing

@testable import ServerLog

@Suite("The server log and its threads", .scheduled)
struct ServerLoggerTests {
    /// Takes lines; the first one is held until a test lets it go.
    private final class HeldLines: Sendable {
        let lines = Mutex<[String]>([])
        let isHeld = Signal()
        let mayGo = Signal()

        func add(_ line: String) {
            if line.contains("first") {
                isHeld.send()
                mayGo.wait()
            }
            lines.withLock { $0.append(line) }
        }

        var events: [String] { lines.withLock { $0 }.map { String($0.split(separator: " ").last ?? "") } }
    }

    private let held = HeldLines()
    private let log: ServerLogger

    init() {
        log = ServerLogger(
            LogSettings(format: .text, level: .info), clock: { Instant(milliseconds: 0) }, write: held.add)
    }

    @Test("a line is left to the thread that writes, and none is lost or out of order")
    func leftLines() {
        let writer = TestThread { [log] in log.info("first") }
        #expect(held.isHeld.wait())
        let others = TestThread { [log] in
            log.info("second")
            log.info("third")
        }
        #expect(others.join(), "no thread waits for the file")
        #expect(held.events.isEmpty)
        held.mayGo.send()
        #expect(writer.join())
        #expect(held.events == ["first", "second", "third"])
    }

    @Test("a warning is written when the call returns", arguments: [LogLevel.warning, .error])
    func awaited(_ level: LogLevel) {
        let writer = TestThread { [log] in log.info("first") }
        #expect(held.isHeld.wait())
        let isWritten = Mutex(false)
        let warner = TestThread { [log, held] in
            if level == .warning { log.warning("second") } else { log.error("second") }
            isWritten.withLock { $0 = held.events == ["first", "second"] }
        }
        held.mayGo.send()
        #expect(writer.join() && warner.join())
        #expect(isWritten.withLock { $0 })
    }

    @Test("more lines than may wait are waited for")
    func limit() {
        let writer = TestThread { [log] in log.info("first") }
        #expect(held.isHeld.wait())
        let count = Mutex(0)
        let other = TestThread { [log] in
            for _ in 0...LogLimits.linesWaitingMax {
                log.info("more")
                count.withLock { $0 += 1 }
            }
        }
        #expect(eventually { count.withLock { $0 } == LogLimits.linesWaitingMax })
        held.mayGo.send()
        #expect(writer.join() && other.join())
        #expect(held.events.count == LogLimits.linesWaitingMax + 2)
    }
}
