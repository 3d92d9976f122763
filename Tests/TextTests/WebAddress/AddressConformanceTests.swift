import TestSupport
import Testing
import WebAddress

/// web-platform-tests, `url/resources`.
@Suite("Test data of the WHATWG (web-platform-tests)", .scheduled)
struct AddressConformanceTests {
    @Test(
        "every address and each of its parts equal the expected ones",
        .enabled(if: ConformanceFolder.isPresent("urltestdata.json")))
    func parsing() throws {
        var tally = Tally()
        for item in try ConformanceCase.load("urltestdata.json") {
            tally.record(item.text("input") ?? "", Self.disagreement(item))
        }
        tally.report("urltestdata.json")
    }

    private static func disagreement(_ item: ConformanceCase) -> String? {
        guard let input = item.text("input") else { return "no input" }
        let address = parse(input, base: item.text("base"))
        guard item.members["failure"] == nil else { return address.map { "accepted as \($0)" } }
        guard let address else { return "refused" }
        for name in item.members.keys.sorted() where name != "input" && name != "base" && name != "comment" {
            guard let expected = item.text(name), let found = address.attribute(name) else { continue }
            if !found.utf8.elementsEqual(expected.utf8) { return "\(name) is \(found), not \(expected)" }
        }
        return address.partsDisagreement
    }

    private static func parse(_ input: String, base: String?) -> Address? {
        guard let base else { return try? Address(input) }
        guard let base = try? Address(base) else { return nil }
        return try? Address(input, relativeTo: base)
    }

    @Test(
        "domains in ASCII equal the expected ones",
        arguments: [
            "toascii.json", "IdnaTestV2.json", "IdnaTestV2-removed.json", "IdnaTestV2-lone-surrogates.json",
        ].filter(ConformanceFolder.isPresent))
    func domains(file: String) throws {
        var tally = Tally()
        for item in try ConformanceCase.load(file) {
            guard let input = item.text("input"), !input.isEmpty else { continue }
            let text = "https://" + PercentEncoding.encode(input, .formURLEncoded) + "/x"
            let host = (try? Address(text))?.host
            let expected = item.text("output")
            let agrees = host.map { Array($0.utf8) } == expected.map { Array($0.utf8) }
            tally.record(input, agrees ? nil : "\(host ?? "refused"), not \(expected ?? "refused")")
        }
        tally.report(file)
    }

    @Test(
        "queries are percent-encoded as UTF-8",
        .enabled(if: ConformanceFolder.isPresent("percent-encoding.json")))
    func percentEncoding() throws {
        var tally = Tally()
        for item in try ConformanceCase.load("percent-encoding.json") {
            let outputs = item.members["output"] as? [String: String]
            guard let input = item.text("input"), let expected = outputs?["utf-8"] else { continue }
            let address = try Address("https://h/?\(input)#\(input)")
            tally.record(input, address.query == expected ? nil : "\(address.query ?? "")")
        }
        tally.report("percent-encoding.json")
    }

    @Test(
        "withQuery and withFragment equal the setters search and hash",
        .enabled(if: ConformanceFolder.isPresent("setters_tests.json")),
        arguments: ["search", "hash"])
    func setters(attribute: String) throws {
        let all = try ConformanceFolder.json("setters_tests.json") as? [String: Any]
        let cases = all?[attribute] as? [[String: Any]] ?? []
        var tally = Tally()
        for item in cases.map(ConformanceCase.init(members:)) {
            guard let before = item.text("href"), let value = item.text("new_value"),
                let expected = item.members["expected"] as? [String: String]
            else { continue }
            let address = try Address(before).setting(attribute, to: value)
            let wrong = expected.first { address.attribute($0.key) != $0.value }
            tally.record("\(before) \(attribute) \(value)", wrong.map { "\($0.key) of \(address), not \($0.value)" })
        }
        tally.report("setters_tests.json (\(attribute))")
    }
}

extension Address {
    /// Works as the setters of the URL class: one leading mark is removed, and an empty text removes the part.
    fileprivate func setting(_ attribute: String, to value: String) -> Address {
        let mark = attribute == "search" ? "?" : "#"
        let part = value.isEmpty ? nil : value.hasPrefix(mark) ? String(value.dropFirst()) : value
        return attribute == "search" ? withQuery(part) : withFragment(part)
    }

    /// A difference between the offsets and those of the parsed serialisation; nil if there is none.
    fileprivate var partsDisagreement: String? {
        guard let again = try? Address(href) else { return "does not parse again: \(href)" }
        if again.href != href { return "parses again to \(again.href)" }
        if again.parts != parts { return "has other parts when parsed again: \(href)" }
        return nil
    }
}

/// Counts equal results; every difference without a reasoned exception becomes an issue.
struct Tally {
    private var agreed = 0
    private var excepted = 0
    private var failed = 0

    mutating func record(_ input: String, _ disagreement: String?) {
        if disagreement == nil {
            agreed += 1
        } else if exceptions[input] != nil {
            excepted += 1
        } else {
            failed += 1
            Issue.record("\(input.debugDescription): \(disagreement ?? "")")
        }
    }

    func report(_ file: String) {
        ConformanceFolder.report(file, ["agree": agreed, "excepted": excepted, "disagree": failed])
        #expect(agreed > 0, "the file has no cases")
    }
}
