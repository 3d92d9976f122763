import CanonicalJSON
import TestSupport
import Testing

@Suite("Programmer errors trap with a message", .scheduled)
struct MisuseTests {
    @Test("NaN and infinities (RFC 8785 Appendix B)")
    func notANumber() async {
        await #expect(processExitsWith: .failure) {
            var writer = CanonicalWriter()
            writer.number(.nan)
        }
        await #expect(processExitsWith: .failure) {
            var writer = CanonicalWriter()
            writer.number(-.infinity)
        }
    }

    #if DEBUG
    @Test("members out of their canonical order, in debug builds")
    func disorder() async {
        await #expect(processExitsWith: .failure) {
            var writer = CanonicalWriter()
            writer.beginObject()
            writer.name("b")
            writer.integer(1)
            writer.name("a")
        }
    }
    #endif
}
