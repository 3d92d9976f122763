import HTTPWire
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import HTTPServing

@Suite("A lane of requests, without loops and sockets", .scheduled)
struct LaneMemoryTests {
    /// Answers at once with as many bytes as the request's body has; a PUT has changed something.
    private struct Echo: RequestPerformer {
        func perform(
            _ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void
        ) {
            var response = Response(200, body: .bytes(SharedBytes(request.body)))
            response.isRefusable = request.method != "PUT"
            reply(response)
        }
    }

    private static func lane(_ change: (inout LaneLimits) -> Void) -> Lane {
        var limits = LaneLimits()
        change(&limits)
        return Lane(workerCount: 1, limits: limits, smallAnswerBytesMax: 10)
    }

    private static func request(_ count: Int, _ method: String = "POST") -> Request {
        var request = Request(method: method, path: "/")
        request.body = [UInt8](repeating: 0x61, count: count)
        return request
    }

    @Test("Large answers have room until they are freed or lost, and one without room becomes a refusal")
    func answers() throws {
        let lane = Self.lane { $0.answerMemoryBytesMax = 20 }
        let outcomes = Mutex<[WorkOutcome]>([])
        let lost = Mutex<[Int]>([])
        // What a PUT has changed only its answer shows: it is counted without room, and not lost for others.
        for (method, count) in [("GET", 10), ("GET", 20), ("GET", 30), ("GET", 10), ("PUT", 40), ("GET", 11)] {
            let item = WorkItem(request: Self.request(count, method), since: 0) { outcome in
                outcomes.withLock { $0.append(outcome) }
            } lose: {
                lost.withLock { $0.append(count) }
            }
            #expect(lane.work.push(.request(item)))
            lane.run(try #require(lane.work.popIfAny()), Echo())
        }
        let rooms = outcomes.withLock { outcomes in
            outcomes.map { outcome in
                switch outcome {
                case .answer(_, let room): room.map { $0.isLost ? "lost" : "large" } ?? "small"
                case .refusal(let refusal): "\(refusal.status)"
                }
            }
        }
        #expect(rooms == ["small", "lost", "lost", "small", "large", "503"])
        #expect(lost.withLock { $0 } == [20, 30])
        #expect(lane.statistics.answerBytes == 40 && lane.statistics.answersRefused == 1)
        outcomes.withLock { $0 = [] }
        #expect(lane.statistics.answerBytes == 0)
    }

    @Test("An account that holds less than others loses nothing to them", arguments: 0..<20)
    func shares(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let budget = AnswerBudget(bytesMax: 1_000)
        let lost = Mutex<Set<Int>>([])
        var held: [(number: Int, account: UInt8, bytes: Int, room: AnswerReservation)] = []
        for number in 0..<300 {
            // Account 0 asks ten times as often as the others.
            let account = UInt8(clamping: Int.random(in: -27..<4, using: &random))
            let bytes = Int.random(in: 1...400, using: &random)
            let before = held.reduce(into: [:]) { $0[$1.account, default: 0] += $1.bytes }
            let room = try #require(
                budget.reserve(bytes, for: [account], isForced: false) { lost.withLock { _ = $0.insert(number) } })
            let now = lost.withLock { $0 }
            let gone = held.filter { now.contains($0.number) }
            held.removeAll { now.contains($0.number) }
            for gone in gone {
                #expect(gone.room.isLost)
                // One that holds less gives way only to an account that has lost all of its own.
                let isLarger = before[gone.account, default: 0] >= before[account, default: 0]
                #expect(isLarger || !held.contains { $0.account == account })
                // Of one account, the oldest are lost first.
                #expect(!held.contains { $0.account == gone.account && $0.number < gone.number })
            }
            held.append((number, account, bytes, room))
        }
        while !held.isEmpty {
            held.removeFirst()
            #expect(budget.bytes == held.reduce(0) { $0 + $1.bytes } && budget.bytes < 1_000 + 400)
        }
    }

    @Test("The queue takes as many requests as its limit, and the rest of a request is run before them")
    func queue() throws {
        let lane = Self.lane { $0.workQueueMax = 1 }
        let order = Mutex<[String]>([])
        let item = WorkItem(request: Self.request(0), since: 0) { _ in
            order.withLock { $0.append("new") }
        } lose: {
        }
        #expect(lane.work.push(.request(item)) && !lane.work.push(.request(item)))
        lane.resume { order.withLock { $0.append("rest") } }
        while let next = lane.work.popIfAny() { lane.run(next, Echo()) }
        #expect(order.withLock { $0 } == ["rest", "new"])
        lane.work.close()
        lane.resume { order.withLock { $0.append("after the end") } }
        #expect(order.withLock { $0 }.last == "after the end")
    }

    @Test("Strangers fill a part of the memory for bodies")
    func bodies() {
        let budget = BodyBudget(bytesMax: 100, strangersMax: 40)
        #expect(budget.add(40, isKnown: false) && !budget.add(1, isKnown: false))
        #expect(budget.add(59, isKnown: true) && !budget.add(1, isKnown: true))
        #expect(budget.bytes == 101)
    }

    @Test("The last places for connections are lent, of all and of one address")
    func connections() {
        let limiter = ConnectionLimiter(connectionsMax: 8, perAddressMax: 4, lent: 1)
        let peers = [1, 1, 1, 1, 1, 2, 2, 3, 4, 5].map { PeerAddress(version4: $0) }
        let admissions = peers.map { limiter.admit($0) }
        #expect(
            admissions == [.kept, .kept, .kept, .lent, .refused, .kept, .kept, .kept, .lent, .refused])
        limiter.release(peers[0])
        #expect(limiter.admit(peers[9]) == .lent)
    }
}
