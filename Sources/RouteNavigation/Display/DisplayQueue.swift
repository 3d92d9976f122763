/// Lets what is to come onto the display wait until it stands still, in order.
///
/// UIKit drops what is presented while something else comes or goes, and says so in a log alone.
@MainActor
package final class DisplayQueue {
    /// Something on the display that moves: calls back once when it has ended, or answers false where it cannot tell.
    package typealias Movement = @MainActor (_ ended: @escaping @MainActor () -> Void) -> Bool
    /// Puts something onto the display; false where the display does not take it.
    package typealias Work = @MainActor () -> Bool

    private let movement: @MainActor () -> Movement?
    private let pause: @MainActor () async -> Void
    private var waiting: [(work: Work, lost: @MainActor () -> Void)] = []
    private var isWatching = false
    private var pauses = 0

    /// Makes an empty queue.
    /// - Parameters:
    ///   - movement: what moves at the moment; nil while the display stands still.
    ///   - pause: a short time, for movements that cannot tell their end.
    package init(
        movement: @escaping @MainActor () -> Movement?,
        pause: @escaping @MainActor () async -> Void = { try? await Task.sleep(for: Limits.displayPause) }
    ) {
        self.movement = movement
        self.pause = pause
    }

    /// Does it at once where nothing moves and nothing waits, else when its turn has come.
    /// - Parameters:
    ///   - work: puts something onto the display.
    ///   - lost: called where the display did not take it when its turn came.
    /// - Returns: false where the display did not take it, or too much waits.
    package func run(_ work: @escaping Work, orElse lost: @escaping @MainActor () -> Void = {}) -> Bool {
        if waiting.isEmpty && movement() == nil { return work() }
        guard waiting.count < Limits.waitingScreensMax else { return false }
        waiting.append((work, lost))
        goOn()
        return true
    }

    /// Does what may be done now, and watches for the rest.
    private func goOn() {
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
        let tells = movement { [self] in
            pauses = 0
            wake()
        }
        guard !tells else { return }
        pauses += 1
        Task {
            await pause()
            wake()
        }
    }

    private func wake() {
        isWatching = false
        goOn()
    }
}
