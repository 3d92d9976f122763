import TestSupport
import Testing

@testable import RouteClient

@Suite("Poll schedule", .scheduled)
struct PollScheduleTests {
    @Test("After a success the wait is the server's interval plus a part of its jitter, within limits")
    func success() {
        var schedule = PollSchedule()
        #expect(schedule.afterSuccess(intervalSeconds: 30, jitterSeconds: 5, random: 0) == 30_000)
        #expect(schedule.afterSuccess(intervalSeconds: 30, jitterSeconds: 5, random: 0.5) == 32_500)
        #expect(schedule.afterSuccess(intervalSeconds: 0, jitterSeconds: 0, random: 0) == 1000)
        #expect(schedule.afterSuccess(intervalSeconds: .max, jitterSeconds: -1, random: 0.9) == 86_400_000)
        #expect(schedule.afterSuccess(intervalSeconds: .min, jitterSeconds: .max, random: 0.5) == 43_201_000)
    }

    @Test("After failures the waits double up to five minutes")
    func failure() {
        var schedule = PollSchedule()
        let waits = (0..<12).map { _ in schedule.afterFailure(random: 1) }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map { $0 * 1000 })
        _ = schedule.afterSuccess(intervalSeconds: 1, jitterSeconds: 0, random: 0)
        #expect(schedule.afterFailure(random: 0) == 500)
    }

    @Test("The wait of Retry-After is at most a day, plus a part of the jitter")
    func quiet() {
        for (seconds, jitter, random, wait) in [
            (3600, 0, 0.9, 3_600_000), (3600, 10, 0.5, 3_605_000), (0, 0, 0.5, 0), (-1, -1, 0.5, 0),
            (.max, 0, 0.5, 86_400_000),
        ] as [(Int, Int, Double, Int64)] {
            #expect(
                PollSchedule.retryAfterMilliseconds(seconds: seconds, jitterSeconds: jitter, random: random)
                    == wait)
        }
    }

    @Test("The wait after a stream is a part of the jitter plus its field retry, within limits")
    func streamEnds() {
        var schedule = PollSchedule()
        #expect(schedule.afterStream(jitterSeconds: 5, retryMilliseconds: nil, random: 0.5) == 3000)
        #expect(schedule.afterStream(jitterSeconds: 0, retryMilliseconds: 700, random: 0) == 700)
        #expect(schedule.afterStream(jitterSeconds: -5, retryMilliseconds: .max, random: 0) == 300_000)
        #expect(schedule.afterStream(jitterSeconds: .max, retryMilliseconds: -1, random: 0.5) == 43_200_500)
    }

    @Test("A stream that cannot be opened is tried again after one poll, then two, four and at most thirty-two")
    func streamRefusals() {
        var schedule = PollSchedule()
        var pauses: [Int] = []
        for _ in 0..<8 {
            schedule.streamWasRefused()
            var polls = 0
            while !schedule.triesStream {
                _ = schedule.afterFailure(random: 0)
                _ = schedule.afterSuccess(intervalSeconds: 1, jitterSeconds: 0, random: 0)
                polls += 1
            }
            pauses.append(polls)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 32, 32])
        _ = schedule.afterStream(jitterSeconds: 0, retryMilliseconds: nil, random: 0)
        schedule.streamWasRefused()
        _ = schedule.afterSuccess(intervalSeconds: 1, jitterSeconds: 0, random: 0)
        #expect(schedule.triesStream)
    }
}
