import CanonicalJSON

/// `waymark links …`: what becomes of a link on a phone.
enum LinkCommands {
    static let all: [Command] = [
        .admin(
            "links why", "say why a link does or does not open the app on a phone, and what to do", operands: "ADDRESS",
            count: 1...1,
            options: [
                .app, .value("--os", "OS", "the system: ios, android or harmony", required: true),
                .value("--os-version", "V", "its version, such as 17.1; before Android 15 manifests alone decide"),
                .value("--app-version", "V", "the version of the app; without it the app is not installed"),
                .value("--in-app", "NAME", "the app in whose web view the link is tapped, such as wechat"),
                .value("--release", "N", "ask this release"),
                .value("--channel", "C", "ask the release of this channel; production by default"),
                .flag("--draft", "ask the draft"),
            ],
            discussion: "Says what the file, the rules and the web do. Exits with 1 if the app does not open."
        ) { call async throws(CommandError) in
            let answer = try await call.demand(
                "POST", try call.appPath("/link-diagnoses"), json: try question(call).canonicalBytes)
            _ = call.show(answer, lines)
            return answer.json["opens"]?.boolValue == true ? .done : .negative
        }
    ]

    private static func question(_ call: AdminCall) throws(CommandError) -> JSONValue {
        let arguments = call.arguments
        let places = ["--release", "--channel", "--draft"].filter { arguments.isGiven($0) }
        guard places.count <= 1 else {
            throw CommandError(.usage, "\(places.joined(separator: " and ")) are both given", hint: "give one of them")
        }
        var members: [String: JSONValue] = ["address": .string(arguments.operands[0])]
        for (option, member) in [
            ("--os", "os"), ("--os-version", "osVersion"), ("--app-version", "appVersion"), ("--in-app", "inApp"),
            ("--channel", "channel"),
        ] {
            if let text = arguments.text(option) { members[member] = .string(text) }
        }
        if let number = try arguments.integer("--release", in: 1...Int(Int32.max)) {
            members["release"] = .integer(Int64(number))
        }
        if arguments.has("--draft") { members["release"] = "draft" }
        return .object(members)
    }

    private static func lines(_ answer: JSONValue) -> [String] {
        let wrong = answer["wrong"]?.stringValue
        var lines: [String] = []
        for step in answer["steps"]?.arrayValue ?? [] {
            let surface = step.word("surface")
            let passed = step["passed"]?.boolValue == true
            let mark = passed ? "goes on" : surface == wrong ? "WRONG" : "stops"
            lines.append("\(surface): \(mark): \(step.word("text"))")
            if let next = step["next"]?.stringValue { lines.append("  \(next)") }
        }
        lines += (answer["notes"]?.arrayValue ?? []).compactMap(\.stringValue).map { "note: \($0)" }
        let opens = answer["opens"]?.boolValue == true
        let release = answer["release"]?.stringValue ?? "release \(answer.word("release"))"
        return lines + [opens ? "the app opens, by the \(release)" : "the app does not open, by the \(release)"]
    }
}
