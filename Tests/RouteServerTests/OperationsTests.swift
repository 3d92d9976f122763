import CanonicalJSON
import HTTPServing
import RouteModel
import TestSupport
import Testing

@testable import AccessControl
@testable import HTTPExchange
@testable import ServerLog
@testable import ServerMetrics

@Suite("Log lines, metrics and problem documents", .scheduled)
struct OperationsTests {
    @Test("a log record is one line without control characters")
    func log() {
        let line = LogLine(
            at: Instant(milliseconds: 0), level: .warning, event: "token refused",
            values: ["from": "1.2.3.4", "what": "a\nb=\u{1B}[31m", "count": 3])
        #expect(
            line.text(.text)
                == #"1970-01-01T00:00:00Z warning token refused from=1.2.3.4 what="a\nb=\u001b[31m" count=3"#)
        #expect(
            line.text(.json)
                == #"{"at":"1970-01-01T00:00:00Z","count":3,"event":"token refused","from":"1.2.3.4","level":"warning","what":"a\nb=\u001b[31m"}"#
        )
    }

    @Test("metrics are written in the Prometheus text format")
    func metrics() {
        var text = MetricsText()
        text.family("x_total", .counter, "Things.", [(["kind": "a\"b\\c\nd"], 3), ([:], 0.5)])
        #expect(
            text.text
                == "# HELP x_total Things.\n# TYPE x_total counter\nx_total{kind=\"a\\\"b\\\\c\\nd\"} 3\nx_total 0.5\n")
    }

    @Test("the metrics have the counters of the listeners")
    func listeners() {
        var statistics = ServingStatistics()
        statistics.requests = 7
        statistics.timedOut = 6
        statistics.shed = 8
        statistics.downloadsDropped = 9
        statistics.watchersDropped = 5
        statistics.workRefused = 4
        var text = MetricsText()
        statistics.write(into: &text)
        let lines = Set(text.text.split(separator: "\n"))
        #expect(lines.contains("waymark_http_requests_read_total 7"))
        #expect(lines.contains("waymark_connections_timed_out_total 6"))
        #expect(lines.contains("waymark_connections_shed_total 8"))
        #expect(lines.contains("waymark_downloads_dropped_total 9"))
        #expect(lines.contains("waymark_event_streams_dropped_total 5"))
        #expect(lines.contains("waymark_work_refused_total 4"))
    }

    @Test("a problem document has type, status and each error with its place")
    func problem() {
        let item = ProblemItem(code: "c", pointer: "/a", line: 1, column: 2, detail: "d", hint: "h")
        let json = Problem.badRequest("what", errors: [item]).json
        #expect(json["type"] == "urn:waymark:problem:bad-request")
        #expect(json["status"] == 400)
        #expect(
            json["errors"]?[0] == ["code": "c", "pointer": "/a", "line": 1, "column": 2, "detail": "d", "hint": "h"])
    }
}
