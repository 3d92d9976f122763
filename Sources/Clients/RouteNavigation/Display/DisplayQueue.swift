package import RouteProtocols

/// Shows screens one after the other: each waits until the transition before it has ended.
///
/// UIKit drops a screen that is presented during a transition, and only logs it.
@MainActor
package final class DisplayQueue {
    /// A transition under way: calls back once when it has ended, or returns false if it cannot report its end.
    package typealias Movement = @MainActor (_ ended: @escaping @MainActor () -> Void) -> Bool
    /// Shows something; returns false if the display refused it.
    package typealias Work = @MainActor () -> Bool

    private let movement: @MainActor () -> Movement?
    private let pause: @MainActor () async -> Void
    private var waiting: [(work: Work, screen: (any ScreenNode)?, lost: @MainActor () -> Void)] = []
    private var isWatching = false
    private var pauses = 0

    /// Makes an empty queue.
    /// - Parameters:
    ///   - movement: the transition under way; nil if there is none.
    ///   - pause: a short wait, for transitions that cannot report their end.
    package init(
        movement: @escaping @MainActor () -> Movement?,
        pause: @escaping @MainActor () async -> Void = { try? await Task.sleep(for: Limits.displayPause) }
    ) {
        self.movement = movement
        self.pause = pause
    }

    /// Does the work at once if no transition is under way and the queue is empty; otherwise adds it to the queue.
    /// - Parameters:
    ///   - work: shows or removes something.
    ///   - screen: the screen that it shows; nil if it shows none.
    ///   - lost: called if the work was queued and the display then refused it.
    /// - Returns: false if the display refused it at once, or the queue has ``Limits/waitingScreensMax`` elements.
    package func run(
        _ work: @escaping Work, showing screen: (any ScreenNode)? = nil,
        orElse lost: @escaping @MainActor () -> Void = {}
    ) -> Bool {
        if waiting.isEmpty && movement() == nil { return work() }
        guard waiting.count < Limits.waitingScreensMax else { return false }
        waiting.append((work, screen, lost))
        continueWork()
        return true
    }

    /// The screen that will be on top when all work of the queue is done; nil if that is the one that is on top now, or if
    /// what waits removes screens.
    package var expectedScreen: (any ScreenNode)? { waiting.last?.screen?.topScreen }

    /// Does queued work in order; during a transition waits for its end first.
    private func continueWork() {
        guard !isWatching else { return }
        while let next = waiting.first {
            if let movement = movement(), pauses < Limits.displayPausesMax { return watch(movement) }
            pauses = 0
            waiting.removeFirst()
            if !next.work() { next.lost() }
        }
    }

    private func watch(_ movement: Movement) {
        isWatching = true
        let reportsEnd = movement { [self] in
            pauses = 0
            wake()
        }
        guard !reportsEnd else { return }
        pauses += 1
        Task {
            await pause()
            wake()
        }
    }

    private func wake() {
        isWatching = false
        continueWork()
    }
}
