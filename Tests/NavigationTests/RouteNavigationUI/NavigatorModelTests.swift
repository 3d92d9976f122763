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

    /// What a view says of a stack's path.
    enum Report: CaseIterable {
        /// Fewer screens than before, or as many.
        case back
        /// One screen more.
        case forward
        /// A path that no step of a person leads to.
        case stale
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

    /// The path of a stack as a person has made it; without a modal, of a tab.
    mutating func personSet(_ names: [String], _ report: Report, modal: Int?, tab: String) {
        let pathMax = 64
        if report == .stale || names.count > pathMax { return }
        if let modal { modals[modal].names = [modals[modal].names[0]] + names } else { tabs[tab] = names }
    }

    /// What of a saved navigator may still be shown; without screens of this name.
    mutating func restore(_ saved: Reference, without name: String) {
        for (tab, names) in saved.tabs { tabs[tab] = Array(names.prefix { $0 != name }) }
        selected = saved.selected
        for modal in saved.modals {
            let kept = Array(modal.names.prefix { $0 != name })
            if kept.isEmpty { return }
            modals.append(Stack(style: modal.style, names: kept))
            if kept.count < modal.names.count { return }
        }
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

    /// One thing that a person does, in the navigator and in the reference.
    private func person(_ navigator: Navigator, _ reference: inout Reference, _ random: inout SeededGenerator) {
        let state = navigator.state
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            guard let modal = state.modals.randomElement(using: &random) else { return }
            if let index = navigator.target.modals.firstIndex(where: { $0.id == modal.id }) {
                reference.modals.removeSubrange(index...)
            }
            navigator.personDismissed(modal: modal.id)
        case 1:
            let tab = ["a", "b", "c", "none"].randomElement(using: &random) ?? "a"
            if reference.modals.isEmpty { _ = reference.apply(.select(tab: tab)) }
            navigator.personSelected(tab: tab)
        case 2:
            _ = reference.apply(.removeAlert)
            navigator.personClosedAlert()
        default:
            // Any stack, not only that on top: a view may report late.
            let modal = Bool.random(using: &random) ? state.modals.indices.randomElement(using: &random) : nil
            let tab = state.tabs.randomElement(using: &random) ?? "a"
            let before = modal.map { state.modals[$0].path } ?? state.path(of: tab)
            let report = Reference.Report.allCases.randomElement(using: &random) ?? .back
            let new = ScreenRequest(name: "new", parameters: Parameters(), address: "")
            let other = ScreenRequest(name: "other", parameters: Parameters(), address: "")
            let path: [ScreenRequest] =
                switch report {
                case .back: Array(before.prefix(Int.random(in: 0...before.count, using: &random)))
                case .forward: before + [new]
                case .stale: Array(before.dropLast()) + [other, new]
                }
            // A change that waits has priority.
            if state == navigator.target {
                reference.personSet(path.map(\.name), report, modal: modal, tab: tab)
            }
            navigator.personSet(path: path, modal: modal.map { state.modals[$0].id }, tab: tab)
        }
    }

    @Test("random sequences of changes, of a person's actions, of restorations and of ends of transitions")
    func sequences() async throws {
        var random = SeededGenerator.fromEnvironment(default: 2026)
        var saved = NavigatorState(tabs: ["a", "b", "c"])
        var restorations = 0
        for round in 0..<300 {
            let navigator = Navigator(tabs: ["a", "b", "c"], clock: EndlessClock())
            let untouched = navigator.target
            var reference = Reference(navigator.target)
            var isAttached = false
            for step in 0..<Int.random(in: 1...60, using: &random) {
                let before = navigator.state
                let place: Comment = "seed \(random.seed), round \(round), step \(step)"
                switch step == 0 && round % 2 == 1 ? 4 : Int.random(in: 0..<11, using: &random) {
                case 0:
                    isAttached.toggle()
                    isAttached ? navigator.attach() : navigator.detach()
                case 1: navigator.modalWasDismissed()
                case 2, 3: person(navigator, &reference, &random)
                case 4:
                    // What was changed before the restoration is newer.
                    if navigator.target == untouched {
                        reference.restore(Reference(saved), without: "s4")
                        restorations += 1
                    }
                    await navigator.restore(saved) { $0.name != "s4" }
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
            saved = copy
        }
        #expect(restorations >= 150)
    }
}
