import Foundation
import RouteAnalysis
import RoutePattern
import TestSupport
import Testing
import WebAddress

/// Tests with families of patterns for which backtracking engines need seconds.
@Suite("Parsing and matching have bounded work for every pattern", .scheduled)
struct BoundedWorkTests {
    /// Patterns of these families, and the codes with which they are refused.
    static let refused: [(String, PatternError.Code)] = [
        ("shop://item/:path+/detail", .tailPosition), ("shop://item/:path*/:rest*", .tailPosition),
        ("https://h.example/*/*/*/*/x", .tailPosition), ("https://**.example.com/", .optionalModifier),
        ("https://*.*.*.example/", .tailPosition), ("https://h.example/:a-:b-:c", .tooManyCaptures),
        ("https://h.example/:a:b:c:d", .adjacentCaptures), ("https://h.example/{:a}{:b}", .adjacentCaptures),
        ("https://h.example/{:a-}*{:b-}*", .repeatedGroup), ("https://h.example/:a(\\d+)+", .tailPosition),
        ("https://h.example/:a((a+)+)", .regularExpression), ("https://h.example/:a((a|a)*)", .regularExpression),
        ("https://h.example/:a([a-z]*[a-z]*)", .regularExpression),
        ("https://h.example/:a(.*a.*b)", .regularExpression),
        ("https://h.example/:a([a-z]+[a-z]+)", .regularExpression), ("https://h.example/(.*)(.*)(.*)", .unnamedGroup),
        ("https://h.example/:a(a{9999999999999999999})", .regularExpression),
        ("https://h.example/:a([a-z]{2,8193})", .regularExpression),
        ("https://h.example/" + String(repeating: "{a}?", count: 30), .tooManyAlternatives),
        ("https://h.example/" + String(repeating: "{a}?", count: 63), .tooManyAlternatives),
        ("https://h.example/" + String(repeating: "{a}?", count: 64), .tooManyAlternatives),
        ("/" + String(repeating: "{a}?", count: 63), .tooManyAlternatives),
        ("https://h.example/" + String(repeating: "{", count: 4000), .nestedGroup),
        ("https://h.example/" + String(repeating: "(", count: 4000), .unbalanced),
        ("https://h.example/:a(" + String(repeating: "(", count: 4000), .unbalanced),
        ("https://h.example/" + String(repeating: ":", count: 8000), .captureName),
        ("https://h.example/" + String(repeating: "a", count: 9000), .tooLong),
        ("/" + String(repeating: "a/", count: 70), .tooManySegments),
        ("https://h.example/:a(" + (0..<300).map { "w\($0)" }.joined(separator: "|") + ")", .regularExpression),
        ("https://h.example/?" + (0..<40).map { "n\($0)=1" }.joined(separator: "&"), .query),
    ]

    @Test("families that cost other engines seconds are refused in bounded time", arguments: refused)
    func refuses(pattern: String, code: PatternError.Code) {
        let spent = processorTime {
            #expect {
                try Pattern(pattern)
            } throws: { error in
                (error as? PatternError)?.code == code && (error as? PatternError)?.hint.isEmpty == false
            }
        }
        #expect(spent < Self.secondsMax, "\(spent)")
    }

    @Test(
        "accepted patterns match the worst addresses in bounded time",
        arguments: [
            (":a-:b", "-", "x"), (":a-:b([\\d\\-]+)", "-", "x"), (":a([\\-a]+)-:b([\\-a]+)", "-", "x"),
            (":a--------:b", "-", "-x"), (":a-:b.html", "-", ".htm"), (":a(\\w+)a:b(\\w+)", "a", "-"),
            (":a(a|aa|aaa|aaaa)a:b(a|aa)", "a", "b"), (":a(\\w{2,8000})aa:b(\\w{1,3})", "a", "-"),
            (":a%20:b(\\d+)", "%20", "x"), ("{:a}博:b([a-z]+)", "博", "1"), ("{:a}{-:b}?{.html}?{.x}?{.y}?", "-", ".z"),
            (":r*", "/", "x"), ("*", "a/", ""),
            (
                ":a("
                    + (0..<256).map { String(repeating: "a", count: $0 % 30 + 1) }
                    .joined(separator: "|") + ")a:b", "a", ""
            ), ("x\\?q=:q([a-z]+)", "x?q=1&", "q=2"),
        ])
    func bounded(pattern: String, repeated: String, end: String) throws {
        let alternatives = try Pattern("https://h.example/" + pattern).alternatives(origins: [])
        let rest = PatternLimits.textBytesMax - "https://h.example/".utf8.count - end.utf8.count
        // Each byte of a non-ASCII character is percent-encoded, which takes three bytes.
        let unit = try Address("https://h.example/" + repeated).href.utf8.count - "https://h.example/".utf8.count
        let text = "https://h.example/" + String(repeating: repeated, count: rest / unit) + end
        let subject = MatchSubject(try Address(text))
        let spent = processorTime {
            for alternative in alternatives {
                _ = alternative.match(subject)
            }
        }
        #expect(spent < Self.secondsMax, "\(spent)")
    }

    /// The limit in seconds of processor time: about a hundred times the time of one pass over 8 KB in a debug build,
    /// and less than the time of a quadratic algorithm.
    private static let secondsMax = 0.5

    /// The processor time of this thread in seconds; it does not depend on the load of the machine.
    private func processorTime(_ body: () throws -> Void) rethrows -> Double {
        let start = threadSeconds()
        try body()
        return threadSeconds() - start
    }

    private func threadSeconds() -> Double {
        var time = timespec()
        // clock_gettime writes to the struct during the call only.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
