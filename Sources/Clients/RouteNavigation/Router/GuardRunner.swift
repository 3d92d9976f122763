import RouteProtocols

/// Asks guards one after the other, each with a time limit.
@MainActor
struct GuardRunner {
    /// The decision of all guards together.
    enum Answer: Sendable, Hashable {
        case allowed
        case denied(by: String, String)
        case redirected(by: String, to: String, resume: Bool)
        case timedOut(String)
        case cancelled

        /// Why the attempt ends; nil if it does not end here.
        var rejection: RouteOutcome.Rejection? {
            switch self {
            case .denied(let name, let reason): .denied(by: name, reason)
            case .timedOut(let name): .guardTimedOut(name)
            case .cancelled: .cancelled
            case .allowed, .redirected: nil
            }
        }
    }

    let clock: any Clock<Duration>
    let limit: Duration

    /// Asks the guards in order; stops at the first that does not allow the request.
    func ask(_ guards: [any RouteGuard], about request: ScreenRequest) async -> Answer {
        for routeGuard in guards {
            let answer = await ask(routeGuard, request)
            if answer != .allowed { return answer }
        }
        return Task.isCancelled ? .cancelled : .allowed
    }

    private func ask(_ routeGuard: any RouteGuard, _ request: ScreenRequest) async -> Answer {
        let first = FirstAnswer<Answer>()
        // Not a task group, which would wait for a guard that never answers.
        let asking = Task { first.give(Self.answer(await routeGuard.decide(request), routeGuard.name)) }
        let waiting = Task { [clock, limit] in
            do { try await clock.sleep(for: limit) } catch { return }
            first.give(.timedOut(routeGuard.name))
        }
        defer {
            asking.cancel()
            waiting.cancel()
        }
        return await withTaskCancellationHandler {
            await first.wait()
        } onCancel: {
            Task { @MainActor in first.give(.cancelled) }
        }
    }

    private static func answer(_ decision: GuardDecision, _ name: String) -> Answer {
        switch decision {
        case .allow: .allowed
        case .deny(let reason): .denied(by: name, reason)
        case .redirect(let address, let resume): .redirected(by: name, to: address, resume: resume)
        }
    }
}
