import CanonicalJSON

// What differs because 0.1.0 wrote shares in hundredths of a percent. `PercentTests` covers the conversion itself.
extension SessionReplay {
    /// The draft of the recorded store has a rollout: its conversion is a revision, and an audit row.
    static let acceptedForPercent: [Accepted] =
        [
            "", "/settings", "/rules", "/rules?limit=2&q=item", "/rules/old-item", "/diff", "/diff?against=1",
        ].map { path in
            Accepted(
                exchange: "GET /v1/apps/market/draft" + path, old: #"etag: "r10""#, new: #"etag: "r11""#,
                reason: "the conversion of the draft is a revision")
        }
        + ["GET /v1/apps/market/draft", "draft", "check", "pull"].map { name in
            Accepted(
                exchange: name, old: #""revision":10"#, new: #""revision":11"#,
                reason: "the conversion of the draft is a revision")
        }
        + ["GET /v1/apps/market/draft", "GET /v1/apps/market/draft/rules", "draft", "rules"].map { name in
            Accepted(
                exchange: name, old: #"{"percent":50}"#, new: #"{"percent":0.5}"#,
                reason: "drafts have their shares in percent")
        } + [
            Accepted(
                exchange: "audit", old: #""rows":27"#, new: #""rows":28"#,
                reason: "the conversion of the draft is a row of the audit")
        ]

    /// Pages of the audit that get one more row, which ``withoutConversion(_:)`` removes.
    static let amendedForPercent = [
        Amended(
            exchange: "GET /v1/audit?app=market&limit=3", old: "limit=3", new: "limit=4", refusal: nil,
            reason: "the conversion of the draft is the newest row"),
        Amended(
            exchange: "replace the draft", old: #""percent":50"#, new: #""percent":0.5"#, refusal: nil,
            reason: "50 was 0.5 %, and is 50 % now"),
    ]

    /// A page of the audit without the row of the conversion; any other text unchanged.
    static func withoutConversion(_ text: [UInt8]) -> [UInt8] {
        guard case .object(var page)? = try? JSONValue(parsing: text), let rows = page["audit"]?.arrayValue else {
            return text
        }
        page["audit"] = .array(rows.filter { $0["action"] != "draft.convert" })
        return JSONValue.object(page).canonicalBytes + (text.last == 0x0A ? [0x0A] : [])
    }
}
