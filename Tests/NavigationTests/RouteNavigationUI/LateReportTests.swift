import RouteNavigation
import RouteNavigationUI
import TestSupport
import Testing

@Suite("What views report late, and what is shown again", .scheduled)
@MainActor
struct LateReportTests {
    /// A clock whose one sleep ends when a test says so.
    private final class TickClock: Clock {
        let (ticks, ticking) = AsyncStream.makeStream(of: Void.self)
        let start = ContinuousClock.now

        var now: ContinuousClock.Instant { start }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            for await _ in ticks { return }
        }
    }

    private func request(_ name: String) -> ScreenRequest {
        ScreenRequest(name: name, parameters: Parameters(), address: "")
    }

    @Test("the end of a dismissal that is not waited for any more does not end the next one")
    func lateEnd() async {
        let clock = TickClock()
        let navigator = Navigator(clock: clock)
        navigator.attach()
        navigator.apply(.sheet(request("a")))
        navigator.apply(.dismiss)
        navigator.apply(.sheet(request("b")))
        #expect(navigator.state.modals.isEmpty)
        clock.ticking.yield()
        await waitUntil { navigator.state.modals.map(\.root.name) == ["b"] }
        navigator.apply(.dismiss)
        navigator.apply(.sheet(request("c")))
        navigator.modalWasDismissed(1)
        #expect(navigator.state.modals.isEmpty, "b is still on the screen, and the system would drop c")
        navigator.modalWasDismissed(2)
        #expect(navigator.state.modals.map(\.root.name) == ["c"])
    }

    @Test("a modal that a person pulled down while another one went ends the wait, too")
    func pulledDown() {
        let navigator = Navigator(clock: NavigatorModelTests.EndlessClock())
        navigator.attach()
        navigator.apply(.sheet(request("a")))
        navigator.apply(.sheet(request("b")))
        navigator.personDismissed(modal: 2)
        navigator.personDismissed(modal: 1)
        navigator.apply(.sheet(request("c")))
        navigator.modalWasDismissed(7)
        #expect(navigator.state.modals.isEmpty)
        navigator.modalWasDismissed(1)
        #expect(navigator.state.modals.map(\.root.name) == ["c"])
    }

    @Test("an alert over a sheet that a person pulls down is shown again by the view below, after the dismissal")
    func alertOverSheet() {
        let navigator = Navigator(clock: NavigatorModelTests.EndlessClock())
        navigator.attach()
        navigator.apply(.sheet(request("a")))
        navigator.apply(.alert(NavigatorState.Alert("lost")))
        #expect(navigator.state.alert(at: 0) == nil && navigator.state.alert(at: 1)?.title == "lost")
        navigator.personDismissed(modal: 1)
        #expect(navigator.state.alert == nil, "the system would drop it")
        navigator.modalWasDismissed(1)
        #expect(navigator.state.alert(at: 0)?.title == "lost")
    }

    @Test("a navigator of two windows waits for dismissals until the second one is gone, too")
    func twoWindows() {
        let navigator = Navigator(clock: NavigatorModelTests.EndlessClock())
        navigator.attach()
        navigator.attach()
        navigator.detach()
        navigator.apply(.sheet(request("a")))
        navigator.apply(.dismiss)
        navigator.apply(.sheet(request("b")))
        #expect(navigator.state.modals.isEmpty, "the other window is still dismissing")
        navigator.detach()
        #expect(navigator.state.modals.map(\.root.name) == ["b"])
        navigator.detach()
        navigator.attach()
        navigator.apply(.dismiss)
        navigator.apply(.sheet(request("c")))
        #expect(navigator.state.modals.isEmpty, "one detach too many changes nothing")
    }

    @Test("a view that appears again does not read a request twice, and reads what it missed")
    func appearsAgain() async {
        let navigator = Navigator()
        #expect(navigator.show(request("a"), by: .show, animated: true))
        var first = navigator.shown(after: 0).makeAsyncIterator()
        #expect(await first.next()?.number == 1)
        var again = navigator.shown(after: 1).makeAsyncIterator()
        #expect(navigator.show(request("b"), by: .show, animated: true))
        #expect(await again.next()?.request.name == "b")
        var later = navigator.shown(after: 1).makeAsyncIterator()
        #expect(await later.next()?.request.name == "b", "shown while it was away")
    }

    @Test("a route that is shown twice in a row is reported twice, and every reader learns of an early one")
    func shownAgain() async {
        let navigator = Navigator()
        #expect(navigator.show(request("early"), by: .show, animated: true))
        var first = navigator.shown().makeAsyncIterator()
        var second = navigator.shown().makeAsyncIterator()
        for _ in 0..<2 { #expect(navigator.show(request("a"), by: .show, animated: true)) }
        #expect(await first.next()?.name == "early")
        #expect(await second.next()?.name == "early")
        for _ in 0..<2 {
            #expect(await first.next()?.name == "a")
            #expect(await second.next()?.name == "a")
        }
    }
}
