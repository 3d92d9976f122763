import Foundation
import Glibc
import TestSupport
import Testing

@testable import HTTPFetching

@Suite("A process can exit while its threads use TLS", .scheduled)
struct ExitTests {
    /// libcrypto's exit handler frees locks that other threads use.
    ///
    /// Without OPENSSL_INIT_NO_ATEXIT, a program that exits while its client begins to fetch sometimes crashes.
    @Test("exit(3) does not crash while other threads make their first TLS contexts", arguments: 0..<6)
    func exitWhileInUse(_ attempt: Int) async {
        await #expect(processExitsWith: .success) { [attempt] in
            for _ in 0..<4 {
                Thread.detachNewThread {
                    while true { _ = try? TLSContext(trusting: nil) }
                }
            }
            let begun = ContinuousClock.now
            while ContinuousClock.now - begun < .milliseconds(2 + 3 * attempt) { _ = try? TLSContext(trusting: nil) }
            exit(0)
        }
    }
}
