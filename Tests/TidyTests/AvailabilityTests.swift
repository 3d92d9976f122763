import Foundation
import TestSupport
import Testing

@Suite("The client libraries use only what iOS 16 and macOS 13 have", .scheduled)
struct AvailabilityTests {
    @Test("their targets use no API that is newer than the declared platforms")
    func noNewerAPI() throws {
        let targets = try Manifest.current.get().clientTargets
        let newer = [
            "import Synchronization", ".span", "UTF8Span", "InlineArray", ".mutableSpan", "unsafeFlags", "Mutex<",
            "Atomic<",
        ]
        for file in SourceTree.sources.files where targets.contains(file.target) && file.mentions(newer) {
            for (number, line) in file.lines.enumerated()
            where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
                for word in newer {
                    #expect(
                        !line.contains(word), "\(file.path):\(number + 1) names \(word), which iOS 16 does not have")
                }
            }
        }
    }
}
