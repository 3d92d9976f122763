import CanonicalJSON
import Foundation
import RouteModel
import RuleFixtures
import TestSupport
import Testing

@testable import RouteEngine

@Suite("Cases for programs in other languages", .scheduled)
struct CaseTests {
    @Test("the C functions give the resolution of RouteModel for all cases")
    func native() throws {
        var cases = try Self.fixed()
        try cases.addRandom(2000, seed: 20_261_123)
        // Without the test data of others there are 5,672.
        #expect(cases.count > 5000)
        try Self.replay(cases.lines)
    }

    /// CI runs this test alone, and then the file in C, Python and Node; without the variable there is nothing to write.
    @Test("a file of cases is written", .enabled(if: CaseTests.path != nil))
    func file() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = Int(environment["WAYMARK_ENGINE_COUNT"] ?? "") ?? 2000
        let seed = UInt64(environment["WAYMARK_ENGINE_SEED"] ?? "") ?? 20_261_123
        var cases = try Self.fixed()
        try cases.addRandom(count, seed: seed)
        let path = try #require(Self.path)
        try Data((cases.lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
        print("engine cases: \(cases.count), seed \(seed)")
    }

    /// The cases that are the same in every run.
    private static func fixed() throws -> EngineCases {
        var cases = EngineCases()
        try cases.addFixed()
        try GoldenCases.add(to: &cases)
        try VectorCases.add(to: &cases)
        try cases.addConformance()
        return cases
    }

    static let path = ProcessInfo.processInfo.environment["WAYMARK_ENGINE_CASES"]

    /// Runs cases through the C functions.
    static func replay(_ lines: [String]) throws {
        var (release, context): (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) = (nil, nil)
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            switch fields[0] {
            case "B":
                unsafe closeRelease(release)
                unsafe release = try Interface.open(Array(fields[1].utf8)).handle
                #expect(unsafe release != nil, "\(line.prefix(200))")
            case "C":
                unsafe freeContext(context)
                unsafe context = try Interface.context(fields[1]).handle
                #expect(unsafe context != nil, "\(line)")
            default:
                let answer = unsafe try Interface.resolve(
                    release, context, fields[3], at: Int64(fields[1]) ?? 0, explaining: fields[2] == "1")
                #expect(answer.map { String(decoding: $0, as: UTF8.self) } == fields[4], "\(fields[3])")
            }
        }
        unsafe closeRelease(release)
        unsafe freeContext(context)
    }
}
