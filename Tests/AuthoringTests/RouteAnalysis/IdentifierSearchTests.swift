import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("Identifiers are found in shares of any size", .scheduled)
struct IdentifierSearchTests {
    private static func demand(_ percent: Int, salt: String) -> ContextSearch.Demand {
        var clauses = Clauses()
        clauses.rollout = Rollout(.percent(percent), salt: salt)
        return ContextSearch.Demand(condition: Condition(clauses), ruleID: "r")
    }

    @Test("a computed identifier has the requested hash", arguments: 0..<9)
    func preimages(saltLength: Int) {
        let salt = String("rollout-s".prefix(saltLength))
        let preimage = BucketPreimage(salt: salt)
        var found = 0
        for hash in stride(from: UInt32(7), to: 4_000_000_000, by: 1_000_003) {
            guard let text = preimage.identifier(hash: hash) else { continue }
            found += 1
            #expect(RolloutBucket.murmur3(Array("\(salt):\(text)".utf8)) == hash, "\(text) under \(salt)")
        }
        #expect(found > 4, "one hash in 256 belongs to a plain text")
    }

    @Test("the hashes of a bucket are exactly those that fall into it")
    func hashesOfBuckets() {
        for bucket in [0, 1, 2, 4_999, 9_998, 9_999] {
            let least = BucketPreimage.leastHash(ofBucket: bucket)
            let end = BucketPreimage.leastHash(ofBucket: bucket + 1)
            #expect(RolloutBucket.bucket(hash: UInt32(least)) == bucket)
            #expect(RolloutBucket.bucket(hash: UInt32(end - 1)) == bucket)
            if bucket > 0 { #expect(RolloutBucket.bucket(hash: UInt32(least - 1)) == bucket - 1) }
        }
        #expect(BucketPreimage.leastHash(ofBucket: 10_000) == 1 << 32)
    }

    @Test(
        "one rollout of any share costs at most some thousand hashes",
        arguments: [1, 2, 10, 39, 40, 100, 5_000, 10_000])
    func oneShare(percent: Int) throws {
        for salt in ["", "s", "search-qing", "a longer salt of a rule"] {
            let work = CheckWork(stepsMax: .max)
            let search = ContextSearch([Self.demand(percent, salt: salt)], at: AnalysisFixture.now, work: work)
            guard case .found(let situation) = search.answer() else {
                Issue.record("no identifier for \(percent) under \"\(salt)\"")
                continue
            }
            let device = try #require(situation.context.deviceID)
            #expect(RolloutBucket.bucket(salt: salt, value: device) < percent)
            #expect(work.steps < 5_000, "\(percent) under \"\(salt)\": \(work.steps) steps")
        }
    }

    @Test("an empty share is recognised without a hash")
    func emptyShares() {
        let ramp = Rollout.Ramp(
            from: 0, to: 0, start: AnalysisFixture.now,
            end: Instant(milliseconds: AnalysisFixture.now.milliseconds + 1_000))
        var clauses = Clauses()
        clauses.rollout = Rollout(.ramp(ramp))
        let still = ContextSearch.Demand(condition: Condition(clauses), ruleID: "r")
        var inside = Self.demand(100, salt: "s")
        inside.condition.not = Self.demand(200, salt: "s").condition.clauses
        for demand in [Self.demand(0, salt: "s"), still, inside] {
            let work = CheckWork(stepsMax: .max)
            #expect(ContextSearch([demand], at: AnalysisFixture.now, work: work).answer() == .none)
            #expect(work.steps < 100, "\(work.steps) steps")
        }
    }

    @Test("an identifier is found for a share next to one that must not hold")
    func ring() throws {
        var ring = Self.demand(5_001, salt: "s")
        ring.condition.not = Self.demand(5_000, salt: "s").condition.clauses
        let work = CheckWork(stepsMax: .max)
        guard case .found(let situation) = ContextSearch([ring], at: AnalysisFixture.now, work: work).answer() else {
            Issue.record("no identifier in the bucket 5000")
            return
        }
        #expect(RolloutBucket.bucket(salt: "s", value: try #require(situation.context.deviceID)) == 5_000)
    }

    @Test("shares without a found identifier are undecided, not impossible")
    func rareTogether() {
        let demands = ["a", "b", "c"].map { Self.demand(1, salt: $0) }
        let work = CheckWork(stepsMax: .max)
        #expect(ContextSearch(demands, at: AnalysisFixture.now, work: work).answer() == .undecided)
        #expect(work.steps < 100_000)
    }

    @Test(
        "the identifier of an ordinary share is the first of id-0, id-1 and so on", arguments: [40, 500, 5_000, 10_000])
    func ordinary(percent: Int) throws {
        let work = CheckWork(stepsMax: .max)
        let answer = ContextSearch([Self.demand(percent, salt: "s")], at: AnalysisFixture.now, work: work).answer()
        guard case .found(let situation) = answer else {
            Issue.record("no identifier for \(percent)")
            return
        }
        let first = (0..<10_000).lazy.map { "id-\($0)" }
            .first { RolloutBucket.bucket(salt: "s", value: $0) < percent }
        #expect(situation.context.deviceID == first)
    }
}
