import HTTPWire
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import HTTPServing

@Suite("A lane of requests, without loops and sockets", .scheduled)
struct LaneMemoryTests {
    /// Answers at once with as many bytes as the request's body has, and changes nothing.
    private struct Echo: RequestPerformer {
        func perform(
            _ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void
        ) {
            var response = Response(200, body: .bytes(SharedBytes(request.body)))
            response.isRefusable = true
            reply(response)
        }
    }

    private static func lane(_ change: (inout LaneLimits) -> Void) -> Lane {
        var limits = LaneLimits()
        change(&limits)
        return Lane(workerCount: 1, limits: limits, smallAnswerBytesMax: 10)
    }

    private static func request(_ count: Int) -> Request {
        var request = Request(method: "POST", path: "/")
        request.body = [UInt8](repeating: 0x61, count: count)
        return request
    }

    @Test("Large answers have room until they are freed, and one without room becomes a refusal")
    func answers() throws {
        let lane = Self.lane { $0.answerMemoryBytesMax = 20 }
        let outcomes = Mutex<[WorkOutcome]>([])
        // Two addresses, because one may use half of the memory.
        for (source, count) in [(1, 10), (1, 20), (2, 20), (2, 10)] as [(UInt32, Int)] {
            let item = WorkItem(
                peer: PeerAddress(version4: source), request: Self.request(count), since: 0
            ) { outcome in outcomes.withLock { $0.append(outcome) } }
            #expect(lane.work.push(.request(item)))
            lane.run(try #require(lane.work.popIfAny()), Echo())
        }
        let rooms = outcomes.withLock { outcomes in
            outcomes.map { outcome in
                switch outcome {
                case .answer(_, let room): room == nil ? "small" : "large"
                case .refusal(let refusal): "\(refusal.status)"
                }
            }
        }
        #expect(rooms == ["small", "large", "503", "small"])
        #expect(lane.statistics.answerBytes == 20 && lane.statistics.answersRefused == 1)
        outcomes.withLock { $0 = [] }
        #expect(lane.statistics.answerBytes == 0)
    }

    @Test("The queue takes as many requests as its limit, and the rest of a request is run before them")
    func queue() throws {
        let lane = Self.lane { $0.workQueueMax = 1 }
        let order = Mutex<[String]>([])
        let item = WorkItem(peer: .none, request: Self.request(0), since: 0) { _ in order.withLock { $0.append("new") }
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
