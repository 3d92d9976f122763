import Foundation
import RouteIndex
import Synchronization
import TestSupport
import Testing

@testable import RouteClient

/// Child processes that are killed during an update, or that update one folder at the same time.
@Suite("Killed processes, and several processes at the same time", .scheduled)
struct KillTests {
    /// A release that is long enough to be written in several pieces.
    private static func release(_ version: Int) -> Publication { .make(version, padding: 150_000) }

    /// Every change on the disk by an update, in order.
    private static func steps(over before: Int?) throws -> [ReleaseCache.UpdateStep] {
        let directory = try TemporaryDirectory()
        var cache = ReleaseCache(folder: directory.file("moments"))
        if let before { _ = try cache.store(release(before).update) }
        let seen = Steps()
        cache.afterStep = { seen.add($0) }
        _ = try cache.store(release(2).update)
        return seen.all
    }

    @Test(
        "A process killed after any change on the disk leaves the old release or the new one, and the next update works",
        arguments: [nil, 1] as [Int?])
    func kills(before: Int?) async throws {
        let steps = try Self.steps(over: before)
        #expect(steps.count > 14 && steps.filter { $0 == .file(.body, .wrote) }.count == 3, "\(steps)")
        let committed = try #require(steps.firstIndex(of: .file(.head, .renamed)))
        for (number, step) in steps.enumerated() {
            let directory = try TemporaryDirectory()
            let cache = ReleaseCache(folder: directory.file("moments"))
            if let before { _ = try cache.store(Self.release(before).update) }
            let folder = cache.folder
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String, number = number as Int] in
                var cache = ReleaseCache(folder: folder)
                let seen = Steps()
                cache.afterStep = { if seen.add($0) == number { kill(getpid(), SIGKILL) } }
                _ = try cache.store(Self.release(2).update)
            }
            var problems: [RouteClientError] = []
            let version = cache.open(&problems)?.index.version
            // Without a head, a complete body is used.
            let allowed: [Int?] = number >= committed ? [2] : before == nil ? [nil, 2] : [before]
            #expect(allowed.contains(version) && problems.isEmpty, "after \(step): \(version ?? 0), \(problems)")
            #expect(try cache.store(Self.release(3).update))
            #expect(cache.open(&problems)?.index.version == 3)
            #expect(try CacheFiles.names(in: folder).count == 4, "no other files are left")
        }
    }

    @Test("Two processes that update one folder, and a third that launches from it, never read an incomplete state")
    func sharing() async throws {
        let directory = try TemporaryDirectory()
        let cache = ReleaseCache(folder: directory.file("moments"))
        _ = try cache.store(Self.release(1).update)
        let folder = cache.folder
        let isOver = Lock(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var last = 0
                while !isOver.withLock({ $0 }) {
                    var problems: [RouteClientError] = []
                    let version = try #require(cache.open(&problems)).index.version
                    #expect(version >= last && problems.isEmpty, "\(problems)")
                    last = version
                    // Pauses between two launches, so that the writing processes get processor time.
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            group.addTask {
                await withTaskGroup(of: Void.self) { writers in
                    for writer in 0..<2 {
                        writers.addTask {
                            await #expect(processExitsWith: .success) {
                                [folder = folder as String, writer = writer as Int] in
                                let cache = ReleaseCache(folder: folder)
                                for number in 1...20 { _ = try cache.store(Self.release(number * 2 + writer).update) }
                            }
                        }
                    }
                }
                isOver.withLock { $0 = true }
            }
            try await group.waitForAll()
        }
        var problems: [RouteClientError] = []
        #expect(cache.open(&problems)?.index.version == 41 && problems.isEmpty)
        #expect(try CacheFiles.names(in: folder).count == 4)
    }

    /// The steps so far.
    private final class Steps: Sendable {
        private let state = Mutex<[ReleaseCache.UpdateStep]>([])

        var all: [ReleaseCache.UpdateStep] { state.withLock { $0 } }

        /// - Returns: the step's number, from 0.
        @discardableResult
        func add(_ step: ReleaseCache.UpdateStep) -> Int {
            state.withLock { steps in
                steps.append(step)
                return steps.count - 1
            }
        }
    }
}
