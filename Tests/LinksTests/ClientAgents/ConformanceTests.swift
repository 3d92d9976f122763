import CanonicalJSON
import LinkAnswers
import TestSupport
import Testing

@Suite("User-Agents of uap-core", .scheduled)
struct ConformanceTests {
    /// Families of uap-core that this package names.
    private static let families: [String: OperatingSystem] = [
        "iOS": .ios, "Android": .android, "HarmonyOS": .harmony, "Windows": .windows, "Mac OS X": .macos,
        "Linux": .linux, "Ubuntu": .linux, "CentOS": .linux, "Gentoo": .linux, "Slackware": .linux,
        "Linux Mint": .linux, "Red Hat": .linux,
    ]
    /// Cases in which uap-core names another system, or a version that the text does not state, each with the reason.
    private static let departures: [String: String] = [
        "Android 2.1-update1": "the version is 2.1 here; uap-core says 2.1.update1",
        "Android Donut": "the text has the name of the version and not its number",
        "Win NT 5.0": "the kernel 5.0 is Windows 2000; uap-core says NT",
        "Darwin/10.13;": "the program writes macOS 10.13 as if it were the kernel's version, and the kernel is none",
    ]

    @Test(
        "the system is right, and the version: whole, or the major one where only a kernel is stated",
        .enabled(if: ConformanceFolder.isPresent("user-agents.json")))
    func agrees() throws {
        let document = try JSONDocument(parsing: ConformanceFolder.bytes(of: "user-agents.json"))
        #expect(Self.departures.values.allSatisfy { !$0.isEmpty })
        var counts: [String: Int] = [:]
        func count(_ what: String) { counts[what, default: 0] += 1 }
        for item in document.root.elements {
            let text = try #require(item["userAgent"]?.stringValue)
            let family = item["family"]?.stringValue ?? ""
            let agent = ClientAgent(userAgent: text)
            guard let expected = Self.families[family] else {
                count("of other systems")
                // Others may be taken for a PC, and never for a phone that has apps. What uap-core does not know may be known here.
                let isPhone = [.ios, .android, .harmony].contains(agent.os)
                #expect(!isPhone || family == "Other", "\(family): \(text)")
                continue
            }
            #expect(agent.os == expected, "\(text)")
            count("systems right")
            let version = item["version"]?.stringValue ?? ""
            if Self.departures.keys.contains(where: text.contains) {
                count("departures")
            } else if agent.osVersion ?? "" == version {
                count(version.isEmpty ? "without a version" : "versions right")
            } else if let found = agent.osVersion {
                #expect(
                    text.contains("CFNetwork") && (version + ".").hasPrefix(found + "."), "\(found) \(version) \(text)")
                count("major versions right")
            } else {
                // One kernel before that of iOS 9 stands for several versions.
                #expect(expected == .ios && text.contains("CFNetwork"), "\(version) \(text)")
                count("of kernels before iOS 9")
            }
        }
        #expect(counts["systems right"] == 232 && counts["departures"] == Self.departures.count)
        #expect(counts["of kernels before iOS 9"] == 20)
        ConformanceFolder.report(
            "user-agents.json",
            [
                "systems right": counts["systems right"] ?? 0, "versions right": counts["versions right"] ?? 0,
                "major versions right": counts["major versions right"] ?? 0,
                "without a version": counts["without a version"] ?? 0,
                "of kernels before iOS 9": counts["of kernels before iOS 9"] ?? 0,
                "departures": counts["departures"] ?? 0, "of other systems": counts["of other systems"] ?? 0,
            ])
    }
}
