import Foundation
import RouteNavigation
import RouteNavigationUI
import TestSupport
import Testing

/// A navigator as plain lists of names, written from the table of the documentation.
private struct Reference: Equatable {
    struct Stack: Equatable {
        var style: String
        var names: [String]
    }

    var tabs: [String: [String]] = [:]
    var selected = "a"
    var modals: [Stack] = []
    var alert: String?

    init() {}

    init(_ state: NavigatorState) {
        for tab in state.tabs { tabs[tab] = state.path(of: tab).map(\.name) }
        selected = state.selected
        modals = state.modals.map { Stack(style: $0.style.rawValue, names: [$0.root.name] + $0.path.map(\.name)) }
        alert = state.alert?.title
    }

    /// The names of the stack on top, and how many of them cannot be popped.
    var top: (names: [String], fixed: Int) { modals.last.map { ($0.names, 1) } ?? (tabs[selected] ?? [], 0) }

    mutating func setTop(_ names: [String]) {
        if modals.isEmpty { tabs[selected] = names } else { modals[modals.count - 1].names = names }
    }

    mutating func apply(_ change: NavigatorChange) -> Bool {
        let (names, fixed) = top
        switch change {
        case .push(let request):
            if names.count - fixed >= 64 { return false }
            setTop(names + [request.name])
        case .sheet(let request), .cover(let request):
            if modals.count >= 8 { return false }
            alert = nil
            if case .sheet = change {
                modals.append(Stack(style: "sheet", names: [request.name]))
            } else {
                modals.append(Stack(style: "cover", names: [request.name]))
            }
        case .replace(let request): setTop(names.dropLast() + [request.name])
        case .root(let request):
            modals = []
            tabs[selected] = [request.name]
        case .pop:
            if names.count <= fixed { return false }
            setTop(names.dropLast())
        case .popToRoot:
            if names.count <= fixed { return false }
            setTop(Array(names.prefix(fixed)))
        case .allToRoot:
            if modals.isEmpty && alert == nil && tabs.values.allSatisfy(\.isEmpty) { return false }
            modals = []
            alert = nil
            for tab in tabs.keys { tabs[tab] = [] }
        case .popTo(let screen):
            guard let index = names.lastIndex(of: screen), index < names.count - 1 else { return false }
            setTop(Array(names.prefix(index + 1)))
        case .dismiss: return modals.popLast() != nil
        case .dismissAll:
            if modals.isEmpty { return false }
            modals = []
        case .select(let tab):
            if tabs[tab] == nil { return false }
            modals = []
            selected = tab
        case .alert(let new): alert = new.title
        case .removeAlert:
            if alert == nil { return false }
            alert = nil
        }
        return true
    }
}

@Suite("A navigator does what plain lists do, in steps that a system can show", .scheduled)
@MainActor
struct NavigatorModelTests {
    /// Never reaches a moment, so that only the test ends dismissals.
    struct EndlessClock: Clock {
        var now: ContinuousClock.Instant { .now }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            for await _ in AsyncStream<Void>.makeStream().stream {}
            try Task.checkCancellation()
        }
    }

    private func change(_ random: inout SeededGenerator) -> NavigatorChange {
        let name = "s\(Int.random(in: 0..<5, using: &random))"
        let request = ScreenRequest(name: name, parameters: Parameters(), address: "")
        return switch Int.random(in: 0..<21, using: &random) {
        case 0..<6: .push(request)
        case 6, 7: .sheet(request)
        case 8: .cover(request)
        case 9: .replace(request)
        case 10: .root(request)
        case 11, 12: .pop
        case 13: .popToRoot
        case 14: .popTo(screen: name)
        case 15: .dismiss
        case 16: .dismissAll
        case 17: .select(tab: ["a", "b", "c", "none"].randomElement(using: &random) ?? "a")
        case 18: .alert(NavigatorState.Alert(name))
        case 19: .allToRoot
        default: .removeAlert
        }
    }

    @Test("random sequences of changes, of a person's actions and of ends of transitions")
    func sequences() throws {
        var random = SeededGenerator.fromEnvironment(default: 2026)
        for round in 0..<300 {
            let navigator = Navigator(tabs: ["a", "b", "c"], clock: EndlessClock())
            var reference = Reference(navigator.target)
            var isAttached = false
            for step in 0..<Int.random(in: 1...60, using: &random) {
                let before = navigator.state
                let place: Comment = "seed \(random.seed), round \(round), step \(step)"
                switch Int.random(in: 0..<10, using: &random) {
                case 0:
                    isAttached.toggle()
                    isAttached ? navigator.attach() : navigator.detach()
                case 1: navigator.modalWasDismissed()
                case 2:
                    guard let modal = navigator.state.modals.randomElement(using: &random) else { continue }
                    if let index = navigator.target.modals.firstIndex(where: { $0.id == modal.id }) {
                        reference.modals.removeSubrange(index...)
                    }
                    navigator.personDismissed(modal: modal.id)
                case 3:
                    let path = Array(navigator.state.topPath.dropLast())
                    if navigator.state == navigator.target {
                        reference.setTop(
                            reference.modals.last.map { [$0.names[0]] + path.map(\.name) } ?? path.map(\.name))
                    }
                    navigator.personSet(
                        path: path, modal: navigator.state.modals.last?.id, tab: navigator.state.selected)
                default:
                    let change = change(&random)
                    let expected = reference.apply(change)
                    #expect(navigator.apply(change) == expected, "\(change), \(place)")
                }
                try #require(Reference(navigator.target) == reference, place)
                let (old, new) = (Set(before.modals.map(\.id)), Set(navigator.state.modals.map(\.id)))
                if isAttached, !old.isSubset(of: new) {
                    #expect(new.isSubset(of: old), "presented during a dismissal: \(place)")
                }
                let layers = (0...new.count).filter { navigator.state.alert(at: $0) != nil }
                #expect(layers == (navigator.state.alert == nil ? [] : [new.count]), "only the top presents: \(place)")
                if !isAttached { #expect(navigator.state == navigator.target, place) }
            }
            for _ in 0..<20 { navigator.modalWasDismissed() }
            #expect(Reference(navigator.state) == reference, "seed \(random.seed), round \(round)")
            let copy = try JSONDecoder().decode(NavigatorState.self, from: JSONEncoder().encode(navigator.state))
            #expect(copy == navigator.state)
        }
    }
}
