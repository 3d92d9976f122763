import RouteNavigation
import RouteNavigationUI
import TestSupport
import Testing

@Suite("Updates follow the phases of an app", .scheduled)
struct PhaseTests {
    private final class Client: PhaseFollowing {
        var calls: [String] = []
        func startUpdating(by means: UpdateMeans) { calls.append("start \(means)") }
        func stopUpdating() { calls.append("stop") }
        func wake() { calls.append("wake") }
    }

    @Test("an app in front updates, an alert of the system does not end it, and the background does")
    func phases() {
        let client = Client()
        for phase in [AppPhase.inactive, .active, .inactive, .active, .inactive, .background] {
            client.follow(phase, by: .polling)
        }
        #expect(client.calls == ["start polling", "wake", "start polling", "wake", "stop"])
    }
}
