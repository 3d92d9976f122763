import CanonicalJSON
import TestSupport
import Testing

@Suite("A programmer's mistakes end the process and say why", .scheduled)
struct MisuseTests {
    @Test("numbers that JSON does not have (RFC 8785 Appendix B: NaN, Infinity)")
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
