import RouteModel

/// Platforms, regions and languages that no client sends, and shares that are perhaps fractions.
struct WordCheck {
    /// The rule, for its id and its conditions.
    let rule: Rule
    /// The rule's place in the draft, from 0.
    let place: Int
    /// The platforms of the builds whose screens are stored.
    let platforms: [String]

    func findings() -> [Finding] {
        guard let condition = rule.condition else { return [] }
        let inside = condition.not.map { findings($0, "/rules/\(place)/when/not") } ?? []
        return findings(condition.clauses, "/rules/\(place)/when") + inside
    }

    private func findings(_ clauses: Clauses, _ pointer: String) -> [Finding] {
        clauses.platform.compactMap { platform($0, pointer + "/platform") }
            + clauses.region.compactMap { region($0, pointer + "/region") }
            + clauses.locale.compactMap { language($0.text, pointer + "/locale") }
            + [clauses.rollout.flatMap { share($0, pointer + "/rollout") }].compactMap { $0 }
    }

    private func finding(
        _ code: Finding.Code, _ reason: String?, _ pointer: String, _ detail: String, _ hint: String
    ) -> Finding {
        Finding(code, reason: reason, rules: [rule.id], pointer: pointer, detail: detail, hint: hint)
    }

    private func platform(_ word: String, _ pointer: String) -> Finding? {
        guard !ExactText.contains(platforms, word), !PlatformWords.known.contains(word) else { return nil }
        let lower = word.lowercased()
        let known = ExactText.distinct(PlatformWords.known + platforms)
        let reason: String
        let meant: String?
        if let same = known.first(where: { $0.lowercased() == lower }) {
            (reason, meant) = ("case", same)
        } else if let name = PlatformWords.names[lower] ?? NearestName.of(word, among: known) {
            (reason, meant) = ("similar", name)
        } else {
            (reason, meant) = ("unknown", nil)
        }
        let hint = meant.map { "Did you mean \"\($0)\"? Words are compared byte for byte." }
        return finding(
            .unknownPlatform, reason, pointer, "\"\(word)\" is a platform that no client is known to send.",
            hint ?? "Write one of \(known.joined(separator: ", ")), or store the screens of a build of this platform.")
    }

    private func region(_ word: String, _ pointer: String) -> Finding? {
        let isNumber = word.utf8.count == 3 && word.utf8.allSatisfy { $0 &- 0x30 < 10 }
        guard !isNumber, !CodeTables.regions.contains(word) else { return nil }
        let upper = word.uppercased()
        let isCase = CodeTables.regions.contains(upper) && CodeTables.regionNames[word.lowercased()] == nil
        let meant = isCase ? upper : CodeTables.regionNames[word.lowercased()]?.uppercased()
        return finding(
            .unknownRegion, isCase ? "case" : "unknown", pointer,
            isCase
                ? "\"\(word)\" is not written as clients send it: regions are upper case."
                : "\"\(word)\" is no region: clients send the two letters of ISO 3166.",
            meant.map { "Write \"\($0)\"." } ?? "Write two letters, such as \"CN\" or \"GB\".")
    }

    private func language(_ range: String, _ pointer: String) -> Finding? {
        let parts = range.lowercased().split(separator: "-").map(String.init)
        guard let language = parts.first, range != "*" else { return nil }
        // Three letters are ISO 639-2 or 639-3, of which there are 8,000; one letter is private use.
        let isKnown = [1, 3].contains(language.utf8.count) || CodeTables.languages.contains(language)
        guard isKnown else {
            let meant = CodeTables.languageNames[language] ?? Self.language(beginning: language)
            return finding(
                .unknownLanguage, "language", pointer, "\"\(range)\" begins with no language code of ISO 639.",
                meant.map { "Write \"\($0)\"." } ?? "Write for example \"zh\", \"zh-Hans\" or \"en-GB\".")
        }
        // After a single letter the rest is an extension or private.
        let subtags = parts.dropFirst().prefix { $0.utf8.count > 1 }
        let region = subtags.first { $0.utf8.count == 2 && !CodeTables.regions.contains($0.uppercased()) }
        guard language.utf8.count > 1, let region else { return nil }
        let meant = CodeTables.regionNames[region]?.uppercased()
        return finding(
            .unknownLanguage, "region", pointer,
            "\"\(range)\" has the region \"\(region.uppercased())\", which is no code of ISO 3166.",
            meant.map { "Write \"\(language)-\($0)\"." }
                ?? "Write for example \"\(language)-GB\", or \"\(language)\" alone.")
    }

    /// The code of the language whose English name begins like a word.
    private static func language(beginning word: String) -> String? {
        guard word.utf8.count > 4 else { return nil }
        return CodeTables.languageNames.filter { word.hasPrefix($0.key) && $0.key.utf8.count > 4 }.map(\.value).min()
    }

    private func share(_ rollout: Rollout, _ pointer: String) -> Finding? {
        let (name, share, least): (String, Int, Int) =
            switch rollout.share {
            case .percent(let percent): ("/percent", percent, 99)
            // A ramp that never exceeds one percent is hardly meant: 1 may be a fraction, too.
            case .ramp(let ramp): ("/ramp/to", max(ramp.from, ramp.to), 100)
            }
        guard share > 0, share <= least else { return nil }
        let number = ShareUnit.percentNumber(share)
        return finding(
            .smallShare, nil, pointer + name,
            "\(number) is \(number) % of all devices, because shares are percent and not fractions.",
            "For \(share) % write \(share). If \(number) % is meant, nothing is to be done.")
    }
}
