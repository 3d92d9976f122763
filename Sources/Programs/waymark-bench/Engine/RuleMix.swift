import CanonicalJSON

/// Rules and addresses like those of apps: 60 % literal paths, 30 % with captures, 10 % with tails, on eighteen https
/// hosts and two custom schemes; one rule in five has a condition, one in twenty redirects.
struct RuleMix {
    /// The number of rules.
    let size: Int
    /// Each rule as a JSON document.
    let rules: [String]
    /// The draft as JSON, as it is sent to the server.
    let draft: [UInt8]
    /// A thousand addresses that a rule matches, a quarter of them with query items that no rule uses.
    let hits: [String]
    /// Hits of rules with exactly one capture and a screen.
    let captureHits: [String]
    /// A thousand addresses on the same hosts that no rule matches.
    let misses: [String]

    /// Makes a mix of `size` rules; the same size and seed give the same mix.
    init(_ size: Int, seed: UInt64) {
        self.size = size
        var random = BenchRandom(seed: seed &+ UInt64(size))
        var writer = RuleMixWriter(size: size)
        while writer.rules.count < size { writer.add(&random) }
        rules = writer.rules
        draft = writer.draft
        hits = (0..<Self.addresses).map { index in
            let hit = random.choose(writer.hits)
            return index % 4 == 0 ? hit + "?utm_source=mail&x=1" : hit
        }
        let single = writer.captureHits
        captureHits = single.isEmpty ? [] : (0..<Self.addresses).map { _ in random.choose(single) }
        misses = (0..<Self.addresses).map { index in
            var segments = (0..<random.number(2...4)).map { _ in
                random.choose(Self.words) + (size > Self.numbered ? String(random.number(0...size - 1)) : "")
            }
            segments[0] += "q"
            segments[segments.count - 1] = "zz" + segments[segments.count - 1]
            return Self.hosts[index % Self.hosts.count] + "/" + segments.joined(separator: "/")
        }
    }

    /// The number of addresses of each kind.
    static let addresses = 1_000
    /// Patterns are shorter than this number of bytes.
    static let patternBytes = 64
    /// Above this number of rules first segments get numbers, because there are too few words.
    static let numbered = 500

    /// The settings that the rules need.
    static let settings =
        #"{"destinations":["myshop://home"],"origins":["https://www.example.com"],"schemes":["myshop","partner"]}"#
    static let hosts =
        "www shop m api account help news pay go app blog media live support travel hotel food ride"
        .split(separator: " ").map { "https://\($0).example.com" } + ["myshop://app", "partner://app"]
    static let words =
        """
        products orders users cart checkout account settings profile search category brands offers coupons help \
        article video live room chat booking trip hotel seat ticket wallet card invoice review rating gift event city \
        store menu dish driver ride map place list detail item history saved follow feed post comment share invite \
        reward level
        """.split(separator: " ").map { String($0) }
}

/// Collects the rules of a mix; no pattern is used twice.
private struct RuleMixWriter {
    let size: Int
    var rules: [String] = []
    var hits: [String] = []
    var captureHits: [String] = []
    private var seen: Set<String> = []

    init(size: Int) { self.size = size }

    /// Adds one rule, unless its pattern is already in use.
    mutating func add(_ random: inout BenchRandom) {
        let index = rules.count
        let host = random.choose(RuleMix.hosts)
        var segments = (0..<random.number(2...4)).map { _ in random.choose(RuleMix.words) }
        if size > RuleMix.numbered { segments[0] += String(random.number(0...max(1, size / 100 - 1))) }
        let screen = segments[0].prefix(1).uppercased() + segments[0].dropFirst() + "Screen"
        var address = segments
        var captures = 0
        switch index % 10 {
        case 6..<9:
            captures = random.number(1...min(2, segments.count - 1))
            for place in Array(1..<segments.count).shuffled(using: &random).prefix(captures) {
                segments[place] = ":" + ["id", "slug", "section", "ref"][place]
                address[place] = random.choose(["12345", "red-shoes", "a1b2c3", "x_y"])
            }
        case 9:
            segments.append("*")
            address.append(random.choose(["x", "x/y", "deep/er/path.html"]))
        default: break
        }
        let pattern = host + "/" + segments.joined(separator: "/")
        // Longer ones count as two alternatives, and 100,000 rules may have 100,000 (language.md, section 3).
        guard pattern.utf8.count < RuleMix.patternBytes, seen.insert(pattern).inserted else { return }
        let hit = host + "/" + address.joined(separator: "/")
        hits.append(hit)
        if captures == 1, index % 20 != 0 { captureHits.append(hit) }
        rules.append(rule(index, pattern, screen, &random).text)
    }

    private func rule(_ index: Int, _ pattern: String, _ screen: String, _ random: inout BenchRandom) -> JSONValue {
        let digits = String(index)
        var members: [String: JSONValue] = [
            "id": .string("r-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits),
            "match": [.string(pattern)],
            "note": .string(random.choose(RuleMix.words) + " " + random.choose(RuleMix.words)),
        ]
        if index % 20 == 0 {
            members["to"] = ["redirect": .string("myshop://home/from/\(index)")]
        } else {
            let variant = random.choose(["a", "b", "c"])
            members["to"] = [
                "screen": .string(screen), "parameters": ["source": "deeplink", "variant": .string(variant)],
            ]
        }
        if index % 5 == 0 {
            members["when"] = ["appVersion": .string(">=\(random.number(1...9)).\(random.number(0...20))")]
        }
        return .object(members)
    }

    /// The draft with the settings that its rules need.
    var draft: [UInt8] {
        var bytes = Array(#"{"rules":["#.utf8)
        for (index, rule) in rules.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += rule.utf8
        }
        return bytes + Array(#"],"settings":\#(RuleMix.settings)}"#.utf8)
    }
}
