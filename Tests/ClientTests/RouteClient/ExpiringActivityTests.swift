import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RouteClient

/// Plays the system, whose calls of a closure a test makes one by one, each on a thread of its own.
private final class ScriptedSystem: Sendable {
    typealias Block = @Sendable (_ isExpired: Bool) -> Void

    private let blocks = Mutex<[Block]>([])
    private let asked = Signal()

    /// The activity that asks this system.
    var activity: ExpiringActivity {
        ExpiringActivity { [self] block in
            blocks.withLock { $0.append(block) }
            asked.send()
        }
    }

    /// Waits for the next request for time.
    func request() async throws -> Block {
        #expect(await asked.received())
        return try #require(blocks.withLock { $0.isEmpty ? nil : $0.removeFirst() })
    }
}

extension ExpiringActivity {
    /// A system that grants no time.
    fileprivate static let refusing = ExpiringActivity { block in Thread.detachNewThread { block(true) } }

    /// A system that grants time, and calls `running` with a closure that ends it while the work runs.
    fileprivate static func ending(_ running: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) -> Self {
        ExpiringActivity { block in
            running { TestThread { block(true) }.join() }
            Thread.detachNewThread { block(false) }
        }
    }
}

@Suite("Time that the system grants for work on the disk", .scheduled)
struct ExpiringActivityTests {
    private let system = ScriptedSystem()
    private let work = DiskWork()
    private let runs = Lock(0)
    private let mayEnd = Signal()

    /// Asks for time, for work that counts its runs and answers whether it had ended when it began; with `waits` it goes on
    /// until `mayEnd` is sent.
    private func begin(waits: Bool = false) -> Task<Bool, Never> {
        Task { [system, work, runs, mayEnd] in
            await system.activity.perform(work) {
                let hadEnded = work.hasEnded
                runs.withLock { $0 += 1 }
                if waits { mayEnd.wait() }
                return hadEnded
            }
        }
    }

    @Test("With time the work runs within the system's call, which returns after it")
    func granted() async throws {
        let answer = begin(waits: true)
        let block = try await system.request()
        let hasReturned = Lock(false)
        let call = TestThread {
            block(false)
            hasReturned.withLock { $0 = true }
        }
        await waitUntil { runs.withLock { $0 } == 1 }
        #expect(!hasReturned.withLock { $0 }, "the time lasts until the call returns")
        mayEnd.send()
        #expect(await answer.value == false)
        _ = await onOwnThread { call.join() }
        #expect(!work.hasEnded && runs.withLock { $0 } == 1)
    }

    @Test("Without time the system's call returns at once, and the work, which has ended, runs once")
    func refused() async throws {
        let answer = begin(waits: true)
        let block = try await system.request()
        let call = TestThread { block(true) }
        #expect(await onOwnThread { call.join() }, "the call does not wait for the work")
        #expect(work.hasEnded)
        await waitUntil { runs.withLock { $0 } == 1 }
        mayEnd.send()
        #expect(await answer.value == true)
    }

    @Test("Time that is over in the middle ends the work before its next step, and does not run it again")
    func expires() async throws {
        let answer = begin(waits: true)
        let block = try await system.request()
        let granted = TestThread { block(false) }
        await waitUntil { runs.withLock { $0 } == 1 }
        #expect(!work.hasEnded)
        let expired = TestThread { block(true) }
        #expect(await onOwnThread { expired.join() }, "the second call does not wait for the work")
        #expect(work.hasEnded)
        mayEnd.send()
        #expect(await answer.value == false)
        _ = await onOwnThread { granted.join() }
        #expect(runs.withLock { $0 } == 1)
    }

    @Test("Calls after the end of the work run nothing", arguments: [[false, true], [true, false], [true, true]])
    func later(calls: [Bool]) async throws {
        let answer = begin()
        let block = try await system.request()
        for (number, isExpired) in calls.enumerated() {
            await onOwnThread { block(isExpired) }
            if number == 0 { #expect(await answer.value == calls[0]) }
        }
        #expect(work.hasEnded && runs.withLock { $0 } == 1)
    }

    @Test("Two calls at the same moment run the work once, and end it")
    func atOnce() async throws {
        for _ in 0..<200 {
            let (system, work, runs) = (ScriptedSystem(), DiskWork(), Lock(0))
            async let answer: Void = system.activity.perform(work) { runs.withLock { $0 += 1 } }
            let block = try await system.request()
            let calls = [false, true].map { isExpired in TestThread { block(isExpired) } }
            await answer
            for call in calls { _ = await onOwnThread { call.join() } }
            #expect(work.hasEnded && runs.withLock { $0 } == 1)
        }
    }

    @Test("The activity of this system gives time")
    func own() async {
        let hadEnded = await ExpiringActivity.system.perform(work) { [work] in work.hasEnded }
        #expect(!hadEnded && !work.hasEnded)
    }
}

@Suite("A client whose system grants no time, or too little", .scheduled)
struct ExpiringClientTests {
    let server: ScriptedServer
    let directory: TemporaryDirectory

    init() throws {
        server = try ScriptedServer(.make(1, padding: 150_000))
        directory = try TemporaryDirectory()
    }

    @Test("Without time a release is used from memory, nothing is written, and the next refresh stores it")
    func refused() async throws {
        let isRefusing = Lock(true)
        let client = try RouteClient.make(server, directory) { cache in
            cache.activity = ExpiringActivity { block in
                let activity = isRefusing.withLock { $0 } ? ExpiringActivity.refusing : .system
                activity.request(block)
            }
        }
        try await client.refresh()
        #expect(client.answer == "Detail1" && client.lastFailure?.code == .cancelled)
        #expect(try client.filesInFolder() == [])
        isRefusing.withLock { $0 = false }
        #expect(try await client.refresh() == .unchanged)
        #expect(client.lastFailure == nil)
        #expect(try RouteClient.make(server, directory).answer == "Detail1")
    }

    @Test(
        "Time that is over after any step of an update leaves the old release or the new one, and no lock is taken then"
    )
    func expiresAnywhere() async throws {
        let (seen, end) = (Lock<[ReleaseCache.UpdateStep]>([]), Lock<(@Sendable () -> Void)?>(nil))
        let last = Lock(Int.max)
        var number = 0
        while number <= last.withLock({ $0 }) {
            let directory = try TemporaryDirectory()
            server.publish(.make(1, padding: 150_000))
            try await RouteClient.make(server, directory).refresh()
            server.publish(.make(2, padding: 150_000))
            seen.withLock { $0 = [] }
            let client = try RouteClient.make(server, directory) { [number] cache in
                cache.activity = .ending { expire in end.withLock { $0 = expire } }
                cache.afterStep = { step in
                    let isNow = seen.withLock { steps in
                        steps.append(step)
                        return steps.count == number
                    }
                    if isNow { end.withLock { $0 }?() }
                }
            }
            // Opening the cache, which this refresh does first, makes no step.
            try await client.refresh()
            #expect(client.answer == "Detail2", "after step \(number)")
            let steps = seen.withLock { $0 }
            if number == 0 { last.withLock { $0 = steps.count } }
            let later = number == 0 ? [] : steps.dropFirst(number)
            let isOver = later.allSatisfy { step in
                if case .removed = step { return false }
                return step != .lock
            }
            #expect(isOver, "after \(steps[max(0, number - 1)]): \(later)")
            let isReplaced = steps.contains(.file(.head, .renamed))
            #expect((client.lastFailure?.code == .cancelled) == !isReplaced)
            let next = try RouteClient.make(server, directory)
            #expect(next.launch.problems.isEmpty && next.answer == (isReplaced ? "Detail2" : "Detail1"))
            number += 1
        }
        #expect(number > 14)
    }

    @Test(
        "Time that is over ends the storing of an index that a launch or a look has compiled", arguments: [true, false])
    func compiles(atLaunch: Bool) async throws {
        let cache = try RouteClient.make(server, directory).cache
        let update = try Publication.make(1, padding: 150_000).update
        let index = cache.indexPath(update.head.digest)
        if atLaunch {
            _ = try cache.store(update)
            try CacheFiles.remove(index)
        }
        let end = Lock<(@Sendable () -> Void)?>(nil)
        let client = try RouteClient.make(server, directory) { cache in
            cache.activity = .ending { expire in end.withLock { $0 = expire } }
            cache.afterStep = { step in if step == .file(.index, .opened) { end.withLock { $0 }?() } }
        }
        if atLaunch {
            await client.finishLaunching()
            #expect(client.lastFailure?.code == .cancelled)
        } else {
            _ = try cache.store(update)
            try CacheFiles.remove(index)
            await waitUntil { client.answer == "Detail1" }
        }
        #expect(client.answer == "Detail1" && !CacheFiles.exists(index))
        #expect(try client.filesInFolder().filter { $0.hasSuffix(TemporaryName.suffix) } == [])
    }

    @Test(
        "The end of the time, and `stopUpdating()`, end the removal of earlier files after a trial; the next update removes them",
        arguments: [true, false])
    func removes(bySystem: Bool) async throws {
        let (end, client) = (Lock<(@Sendable () -> Void)?>(nil), Lock<RouteClient?>(nil))
        let (removed, isTold) = (Lock(0), Lock(true))
        let endpoint = try Endpoint(server: server.base, app: "moments", channel: "production")
        var cache = ReleaseCache(directory: directory.path, endpoint: endpoint)
        cache.activity = .ending { expire in end.withLock { $0 = expire } }
        cache.afterStep = { step in
            guard case .removed = step else { return }
            removed.withLock { $0 += 1 }
            guard isTold.withLock({ $0 }) else { return }
            if bySystem { end.withLock { $0 }?() } else { client.withLock { $0 }?.stopUpdating() }
        }
        let app = RouteClient(
            endpoint: endpoint, cache: cache, bundle: nil, context: .init(), transport: FetchingTransport(),
            clock: WallClock.now, process: .foregroundApp, trialMilliseconds: 1)
        client.withLock { $0 = app }
        defer { client.withLock { $0 = nil } }
        try await app.refresh()
        await waitUntil { TrialRecord.read(cache.trialPath)?.isPassed == true }
        await app.trial.isSettled()
        server.publish(.make(2))
        try await app.refresh()
        await waitUntil { removed.withLock { $0 } == 1 }
        await app.trial.isSettled()
        #expect(TrialRecord.read(cache.trialPath)?.isPassed == true && !CacheFiles.exists(cache.previousPath))
        #expect(try app.filesInFolder().count == 6 && removed.withLock { $0 } == 1, "one file of release 1 is left")
        isTold.withLock { $0 = false }
        server.publish(.make(3))
        app.trial.resumes()
        try await app.refresh()
        await waitUntil { TrialRecord.read(cache.trialPath)?.digest == Publication.make(3).digest }
        try await waitUntil {
            try app.filesInFolder().filter { $0.hasPrefix("body-") || $0.hasPrefix("index-") }.count == 2
        }
    }
}
