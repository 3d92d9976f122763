import TestSupport
import Testing

@testable import ServerLog

/// The values follow the table of the standard's own test suite (w3c/trace-context, test/test.py).
@Suite("traceparent, W3C Trace Context section 3.2", .scheduled)
struct TraceParentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00f067aa0ba902b7"

    @Test(
        "a valid value gives both ids",
        arguments: [
            "00-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-00", "00-\(trace)-\(parent)-ff",
            "cc-\(trace)-\(parent)-01", "cc-\(trace)-\(parent)-01-what-the-future-will-be-like",
            "01-\(trace)-\(parent)-01-", "fe-\(trace)-\(parent)-00",
        ])
    func valid(_ text: String) throws {
        let read = try #require(TraceParent(text))
        #expect(read.traceID == Self.trace)
        #expect(read.parentID == Self.parent)
    }

    @Test(
        "an invalid value gives nothing",
        arguments: [
            "", "-", "00", "00-", "00-\(trace)", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-",
            "00-\(trace)-\(parent)-1", "00-\(trace)-\(parent)-01-", "00-\(trace)-\(parent)-01-what-the-future",
            "00-\(trace)-\(parent)-01.", "00-\(trace)-\(parent)-0x", "cc-\(trace)-\(parent)-01.what-the-future",
            "cc-\(trace)-\(parent)-011", "ff-\(trace)-\(parent)-01", ".0-\(trace)-\(parent)-01",
            "0.-\(trace)-\(parent)-01", "0-\(trace)-\(parent)-01", "000-\(trace)-\(parent)-01",
            "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
            "00-.bf92f3577b34da6a3ce929d0e0e4736-\(parent)-01", "00-\(trace)-.0f067aa0ba902b7-01",
            "00-\(trace)0-\(parent)-01", "00-\(trace)-\(parent)0-01", "00-\(trace.dropLast())-\(parent)-01",
            "00-\(trace)-\(parent.dropLast())-01", "00-\(trace.uppercased())-\(parent)-01",
            "00-\(trace)-\(parent.uppercased())-01", "00-\(trace)-\(parent)-0A", "CC-\(trace)-\(parent)-01",
            "00_\(trace)-\(parent)-01", "00-\(trace)_\(parent)-01", "00-\(trace)-\(parent)_01",
            " 00-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-01 ", "00-\(trace)-\(parent)-é1",
            "00-\(trace)-\(parent)-01,00-\(trace)-\(parent)-01",
        ])
    func invalid(_ text: String) { #expect(TraceParent(text) == nil) }

    @Test("a field that is repeated is ignored, even with the same value")
    func repeated() {
        let line = "00-\(Self.trace)-\(Self.parent)-01"
        #expect(TraceParent([line]) != nil)
        #expect(TraceParent([line, line]) == nil)
        #expect(TraceParent([String]()) == nil)
    }
}
