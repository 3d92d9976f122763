import CanonicalJSON
import TargetTemplate
import TestSupport
import Testing

@Suite("RFC 6570, tested by the cases of uritemplate-test", .scheduled)
struct TemplateConformanceTests {
    @Test(
        "every case agrees",
        arguments: [
            "uritemplate-spec-examples.json", "uritemplate-spec-examples-by-section.json",
            "uritemplate-extended-tests.json", "uritemplate-negative-tests.json",
        ].filter(ConformanceFolder.isPresent))
    func agrees(file: String) throws {
        let document = try JSONDocument(parsing: ConformanceFolder.bytes(of: file))
        var agree = 0
        for group in document.root.members {
            let variables = try #require(group.value["variables"])
            for testCase in try #require(group.value["testcases"]).elements {
                let pair = Array(testCase.elements)
                let template = try #require(pair[0].stringValue)
                let actual = Self.expand(template, variables)
                let isRight = Self.allowed(pair[1]).contains { Self.isSame($0, actual) }
                #expect(
                    isRight,
                    "\(file) \(group.name): \(template) gives \(actual ?? "an error"), not \(pair[1].value.text)")
                agree += isRight ? 1 : 0
            }
        }
        ConformanceFolder.report(file, ["agree": agree])
    }

    /// Compares bytes: Swift compares strings by canonical equivalence.
    private static func isSame(_ left: String?, _ right: String?) -> Bool {
        left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
    }

    /// The expansions that the case allows; nil for a failure.
    private static func allowed(_ expected: JSONNode) -> [String?] {
        switch expected.value {
        case .string(let text): [text]
        case .array(let texts): texts.map(\.stringValue)
        default: [nil]
        }
    }

    private static func expand(_ text: String, _ variables: JSONNode) -> String? {
        try? Template(text).expand { name in variables[name].flatMap(value) }
    }

    private static func value(_ node: JSONNode) -> TemplateValue? {
        switch node.kind {
        case .array: .list(node.elements.map { word($0) })
        case .object: .map(node.members.map { TemplateValue.Pair($0.name, word($0.value)) })
        case .null: nil
        default: .string(word(node))
        }
    }

    private static func word(_ node: JSONNode) -> String { node.stringValue ?? node.value.text }
}
