import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("Resolutions and their parameters", .scheduled)
struct ResolutionTests {
    let parameters = Parameters(
        path: [.init("id", "1"), .init("rest", .list(["a", "b"]))], constants: [.init("ID", "2"), .init("mode", "x")],
        query: [.init("Mode", "y"), .init("q", "1"), .init("q", "2")], carried: [.init("q", "3"), .init("old", "z")])

    @Test("the flat view reads path, constants, query, carried, without letter case")
    func flat() {
        #expect(parameters["id"] == "1")
        #expect(parameters["Id"] == "1")
        #expect(parameters["MODE"] == "x")
        #expect(parameters["Q"] == "1")
        #expect(parameters.all("q") == ["1", "2", "3"])
        #expect(parameters["rest"] == "a/b")
        #expect(parameters.list("rest") == ["a", "b"])
        #expect(parameters.list("old") == ["z"])
        #expect(parameters["none"] == nil)
        #expect(parameters.flat.map(\.name) == ["id", "rest", "mode", "q", "old"])
        #expect(Parameters().isEmpty)
    }

    @Test(
        "names differ if their bytes differ beyond ASCII case: other letters have their case, compositions stay apart")
    func letterCase() {
        let names = ["ID", "\u{C4}", "\u{E4}", "a\u{308}", "\u{212A}", "k", "\u{DF}", "ss"]
        let parameters = Parameters(query: names.map { .init($0, "of \($0)") } + [.init("id", "2"), .init("K", "2")])
        #expect(parameters.flat.map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
        for name in names { #expect(parameters[name].map { Array($0.utf8) } == Array("of \(name)".utf8)) }
        #expect(parameters["id"] == "2")
        #expect(parameters["Id"] == "of ID")
        #expect(parameters.all("\u{E4}").count == 1)
    }

    @Test("a changed copy leaves the resolution as it was")
    func copies() {
        let hop = Hop(rule: "r", alternative: 0, from: "https://a/1", to: "https://a/2")
        let last = Hop(rule: "s", alternative: 1, from: "https://a/2")
        let first = Resolution(
            .screen(Screen(name: "A")), original: "https://a/1", redirects: [hop], last: last, version: 3,
            parameters: parameters, explanation: nil)
        #expect(first.trail == [hop, last])
        #expect(first.hopCount == 2)
        #expect(
            first
                == Resolution(
                    outcome: .screen(Screen(name: "A")), original: "https://a/1", trail: [hop, last], version: 3,
                    parameters: parameters))
        var second = first
        second.outcome = .unmatched
        second.original = "x"
        second.version = 4
        second.parameters.query = []
        second.explanation = Explanation()
        #expect(second.trail == [hop, last])
        second.trail = [hop]
        #expect(
            second
                == Resolution(
                    outcome: .unmatched, original: "x", trail: [hop], version: 4,
                    parameters: Parameters(
                        path: parameters.path, constants: parameters.constants, carried: parameters.carried),
                    explanation: Explanation()))
        second.trail = []
        #expect(second.trail.isEmpty && second.hopCount == 0)
        #expect(first.trail == [hop, last] && first.outcome == .screen(Screen(name: "A")) && first.version == 3)
        #expect(first.parameters == parameters && first.original == "https://a/1" && first.explanation == nil)
        #expect(Set([first, second, first]).count == 2)
    }

    @Test("each layer of parameters is read and replaced alone")
    func layers() {
        let layers: [WritableKeyPath<Parameters, [Parameters.Item]>] = [\.path, \.constants, \.query, \.carried]
        #expect(layers.map { parameters[keyPath: $0].count } == [2, 2, 3, 2])
        #expect(parameters.items == layers.flatMap { parameters[keyPath: $0] })
        for layer in layers {
            for replacement in [
                [], [Parameters.Item("new", "1")], [.init("a", "1"), .init("b", "2"), .init("c", "3")],
            ] {
                var changed = parameters
                changed[keyPath: layer] = replacement
                for other in layers {
                    #expect(changed[keyPath: other] == (other == layer ? replacement : parameters[keyPath: other]))
                }
            }
        }
        #expect(Parameters(path: [.init("a", "1")]) != Parameters(query: [.init("a", "1")]))
    }

    @Test("an explanation as text has one line per candidate")
    func explanation() {
        let explanation = Explanation(hops: [
            ExplainedHop(
                address: "https://a/1",
                candidates: [
                    Candidate(
                        rule: "a", alternative: 0,
                        verdict: .failed(
                            component: "rollout", detail: "The device is at 0.07 %; the rollout has reached 0.05 %.")),
                    Candidate(rule: "b", alternative: 1, verdict: .won),
                ]),
            ExplainedHop(
                address: "x:y",
                nearestMiss: Candidate(
                    rule: "c", alternative: 0, verdict: .failed(component: "host", detail: "differs"))),
        ])
        #expect(
            explanation.description == """
                1. https://a/1
                   a (alternative 0): rollout: The device is at 0.07 %; the rollout has reached 0.05 %.
                   b (alternative 1): won
                2. x:y
                   no rule's pattern matches
                   nearest: c (alternative 0): host: differs
                """)
        let json = Resolution(outcome: .unmatched, original: "x", explanation: explanation).json
        #expect(json["explanation"]?[1]?["nearestMiss"]?["component"] == "host")
    }
}
