import CanonicalJSON

private enum RolloutKey: String, CaseIterable, FieldKey {
    case percent, ramp, by, salt

    static let all = allCases
    static let table = JSONNameTable(all.map(\.rawValue))
}

private enum RampKey: String, CaseIterable, FieldKey {
    case from, to, start, end

    static let all = allCases
    static let table = JSONNameTable(all.map(\.rawValue))
}

extension ModelDecoder {
    mutating func rollout(_ node: JSONNode) -> Rollout? {
        guard let fields = fields(node, RolloutKey.self, "\"rollout\"") else { return nil }
        var rollout = Rollout(.percent(0))
        var shares = 0
        for (key, node) in fields {
            switch key {
            case .percent:
                shares += 1
                rollout.share = .percent(share(node, "\"percent\"") ?? 0)
            case .ramp:
                shares += 1
                if let ramp = ramp(node) { rollout.share = .ramp(ramp) }
            case .by: rollout.by = text(node, "\"by\"", bytesMax: ModelLimits.wordBytesMax) ?? Rollout.deviceID
            case .salt: rollout.salt = text(node, "\"salt\"", bytesMax: ModelLimits.wordBytesMax, allowsEmpty: true)
            }
        }
        guard shares != 1 else { return rollout }
        report(
            at: node, reason: shares == 0 ? "missing-key" : "too-many",
            "A rollout has exactly one of \"percent\" and \"ramp\".",
            hint: "Write for example {\"percent\": 1250} for 12.5 percent.")
        return nil
    }

    private mutating func share(_ node: JSONNode, _ what: String) -> Int? {
        integer(
            node, what, in: 0...ModelLimits.shareMax,
            hint: "Shares are hundredths of a percent: 1250 is 12.5 percent, 10000 is everybody.")
    }

    private mutating func ramp(_ node: JSONNode) -> Rollout.Ramp? {
        guard let fields = fields(node, RampKey.self, "\"ramp\"") else { return nil }
        var (from, to): (Int?, Int?)
        var (start, end): (Instant?, Instant?)
        for (key, node) in fields {
            switch key {
            case .from: from = share(node, "\"from\"")
            case .to: to = share(node, "\"to\"")
            case .start: start = instant(node, "\"start\"")
            case .end: end = instant(node, "\"end\"")
            }
        }
        let missing = RampKey.all.filter { key in !fields.contains { $0.key == key } }
        guard missing.isEmpty else {
            let names = missing.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            report(
                at: node, reason: "missing-key", "The ramp has no \(names).",
                hint: "Write {\"from\": 500, \"to\": 10000, \"start\": INSTANT, \"end\": INSTANT}.")
            return nil
        }
        guard let from, let to, let start, let end else { return nil }
        guard start < end else {
            report(
                at: node["end"] ?? node, reason: "empty-window", "The ramp ends before it begins.",
                hint: "Let \"end\" be later than \"start\".")
            return nil
        }
        return Rollout.Ramp(from: from, to: to, start: start, end: end)
    }
}
