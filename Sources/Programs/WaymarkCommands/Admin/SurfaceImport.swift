import CanonicalJSON
import LinkFiles
import RouteDocuments
import RouteModel
import WebAddress

/// `waymark surfaces import`: hand-written link files of a host as a surface of the draft's settings.
struct SurfaceImport {
    static let command = Command.admin(
        "surfaces import", "make settings of the draft from hand-written link files of a host", operands: "HOST",
        count: 1...1,
        options: [
            .app, .value("--apple", "FILE", "the file apple-app-site-association"),
            .value("--android", "FILE", "the file assetlinks.json"),
            .value("--harmony", "FILE", "the file applinking.json"),
            .value("--from", "URL", "read from this server; https://HOST without any file"),
            .value("--screen", "NAME", "make a rule to this screen of each claim that rules can say"),
            .flag("--dry-run", "show what would be stored, and change nothing"), .force, .yes,
        ],
        discussion: """
            The apps of each file, and the paths as `claim` and `never` if a file has some, replace those of the draft's surface of the host. \
            Prints what the files say and a surface cannot, with addresses that would be decided otherwise, and what is not in \
            `never` any more. Exits with 1 if there is such an address.
            """
    ) { call async throws(CommandError) in try await run(call) }

    private let host: String
    private var apple: AppleLinkFile?
    private var android: AndroidLinkFile?
    private var harmony: HarmonyLinkFile?
    /// Whether a file says which paths go to the app; HarmonyOS's never does, Android's only with dynamic rules.
    private var havePaths: Bool { apple != nil || android?.statements.contains { $0.rules != nil } == true }
    /// What is lost or changes, in words.
    private var differences: [String] = []

    private init(_ host: String) { self.host = host }

    // MARK: Files

    private static func run(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let host = call.arguments.operands[0]
        guard HostName.isValid(host) else {
            throw CommandError(.usage, "\(host) is not the name of a host", hint: "write \(HostName.hint)")
        }
        var reading = SurfaceImport(host)
        let paths = LinkReader.allCases.map { ($0, call.arguments.text("--\($0.member)")) }
        if paths.allSatisfy({ $0.1 == nil }) {
            for system in LinkReader.allCases { try await reading.fetch(system, call) }
        } else {
            for (system, path) in paths {
                guard let path else { continue }
                reading.read(system, try SourceFile(path).bytes, from: path)
            }
        }
        guard reading.apple != nil || reading.android != nil || reading.harmony != nil else {
            throw CommandError(
                .negative, "there is no link file of \(host) that a system reads; nothing was changed",
                hint: reading.differences.isEmpty
                    ? "give the files as options, such as --apple FILE" : reading.differences.joined(separator: "\n  "))
        }
        return try await reading.store(call)
    }

    private mutating func fetch(_ system: LinkReader, _ call: AdminCall) async throws(CommandError) {
        let text = call.arguments.text("--from") ?? "https://\(host)"
        guard let server = try? Address(text), let transport = AdminTransport(server) else {
            throw CommandError(.usage, "\(text) is not the address of a server", hint: "write https://go.shop.example")
        }
        do throws(AdminTransport.Failure) {
            let answer = try await transport.send("GET", system.path, [], [])
            if answer.status == 200 {
                read(system, answer.body, from: system.path)
            } else if answer.status != 404 {
                differences.append(
                    "\(system.path): the host answers \(answer.status), so \(system.rawValue) reads nothing")
            }
        } catch {
            throw CommandError(.refused, "\(text)\(system.path): \(error.detail)", hint: "give the files as options")
        }
    }

    private mutating func read(_ system: LinkReader, _ bytes: [UInt8], from name: String) {
        let problems: [LinkProblem]
        switch system {
        case .iOS:
            let reading = AppleLinkFile.read(bytes)
            (apple, problems) = (reading.file, reading.problems)
        case .android:
            let reading = AndroidLinkFile.read(bytes)
            (android, problems) = (reading.file, reading.problems)
        case .harmony:
            let reading = HarmonyLinkFile.read(bytes)
            (harmony, problems) = (reading.file, reading.problems)
        }
        differences += problems.map { "\(name) \($0.place): \($0.message)" }
    }

    // MARK: Draft

    private func store(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let made = ImportedSurface(apple: apple, android: android, harmony: harmony)
        let (claims, unsaid) = Self.divided(made.surface.claims)
        let (excludes, unsaidExcludes) = Self.divided(made.surface.excludes)
        let left = (unsaid + unsaidExcludes).map { "“\($0)” does not begin as a path does; it is left out" }
        let changed = made.changed(samples(made.surface), apple: apple, android: android).map(\.href)
        let draft = try await call.demand("GET", try call.appPath("/draft"))
        let there = draft.json["rules"]?.arrayValue ?? []
        let never = draft.json["settings"]?["surfaces"]?[host]?["never"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let rules = call.arguments.text("--screen").map { Self.rules(of: claims, on: host, to: $0, beside: there) }
        let notes =
            differences + made.differences + left + (rules?.unsaid ?? [])
            + never.filter { havePaths && !ExactText.contains(made.surface.excludes, LinkPath.pattern($0)) }
            .map { "“\($0)” is not in `never` any more: the files do not exclude it" }
            + changed.map { "\($0) is decided otherwise than by the files" }
        let wanted: JSONValue = [
            "settings": settings(draft.json["settings"] ?? .object([:]), made.surface, claims, excludes),
            "rules": .array(rules?.rules ?? []),
        ]
        let merge = ImportMerge(wanted, into: draft.json, replacing: false)
        let isDryRun = call.arguments.has("--dry-run")
        if !isDryRun { try call.confirm("this replaces the draft's surface of \(host)", unattended: .proceeds) }
        let answer = try await call.demand(
            "PUT", try call.appPath("/draft" + (isDryRun ? "?dryRun=1" : "")), json: merge.draft.canonicalBytes,
            ifMatch: call.arguments.has("--force") ? "*" : draft.etag)
        var members = answer.json.objectValue ?? [:]
        members["differences"] = .array(notes.map(JSONValue.string))
        members["surface"] = merge.draft["settings"]?["surfaces"]?[host]
        let count = "\(claims.count.counted("claim")), \(excludes.count.counted("path")) of never"
        _ = call.show(.object(members)) {
            notes.map { "differs: \($0)" } + merge.lines + ProblemText.findings(in: $0)
                + ["\(isDryRun ? "would import" : "imported") \(host): \(count)"]
        }
        return changed.isEmpty ? .done : .negative
    }

    /// The patterns that settings take, and the others.
    private static func divided(_ patterns: [String]) -> (taken: [String], others: [String]) {
        (
            patterns.filter { $0.hasPrefix("/") || $0.hasPrefix("*") }.map(LinkPath.written),
            patterns.filter { !$0.hasPrefix("/") && !$0.hasPrefix("*") }
        )
    }

    /// The settings with the host's surface; what the draft says of it besides paths and the apps of the files stays.
    private func settings(
        _ settings: JSONValue, _ surface: LinkSurface, _ claims: [String], _ excludes: [String]
    ) -> JSONValue {
        let read = [
            ("apple", apple != nil), ("android", android != nil), ("harmony", harmony != nil),
            ("claim", havePaths), ("never", havePaths),
        ]
        let replaced = read.filter(\.1).map(\.0)
        var own = SurfaceSettings()
        own.apple = surface.apple
        own.android = surface.android.map { .init(package: $0.package, fingerprints: $0.fingerprints) }
        own.harmony = surface.harmony
        if havePaths { own.claim = claims }
        own.never = excludes
        var surfaces = settings["surfaces"]?.objectValue ?? [:]
        let kept = (surfaces[host]?.objectValue ?? [:]).filter { !replaced.contains($0.key) }
        surfaces[host] = .object(kept.merging(own.json.objectValue ?? [:]) { _, new in new })
        var members = settings.objectValue ?? [:]
        members["surfaces"] = .object(surfaces)
        return .object(members)
    }

    /// A rule for each claim that rules can say: a whole path, or everything below one.
    ///
    /// The rules of the draft stay: a pattern that one of them has gets no other rule, and their ids are not used again.
    /// A final slash has no meaning in rules, and `/x/*` has at least one character behind its last slash, as `/x/?*` has.
    private static func rules(
        of claims: [String], on host: String, to screen: String, beside there: [JSONValue]
    ) -> (rules: [JSONValue], unsaid: [String]) {
        var (rules, unsaid) = ([JSONValue](), [String]())
        var patterns = Set(there.flatMap { $0["match"]?.arrayValue ?? [] }.compactMap(\.stringValue))
        var naming = RuleNaming(taken: Set(there.compactMap { $0["id"]?.stringValue }))
        for claim in claims {
            var start = claim.count > 1 && claim.hasSuffix("/") ? String(claim.dropLast()) : claim
            let tail = ["/?*", "/*"].first { start.hasSuffix($0) }
            start = String(start.dropLast(tail?.count ?? 0))
            let isPlain = start.utf8.allSatisfy { !"*?$:{}()+\\#".utf8.contains($0) }
            guard claim.hasPrefix("/"), isPlain else {
                unsaid.append("“\(claim)” gets no rule: a pattern of rules cannot say it")
                continue
            }
            let pattern = "https://\(host)\(start)\(tail == nil ? "" : "/*")"
            guard patterns.insert(pattern).inserted else { continue }
            let id = naming.id(forPattern: pattern)
            rules.append(["id": .string(id), "match": [.string(pattern)], "to": ["screen": .string(screen)]])
        }
        return (rules, unsaid)
    }

    /// An address of each pattern of the files and of the surface.
    private func samples(_ surface: LinkSurface) -> [Address] {
        let components =
            (apple?.details.flatMap(\.components) ?? []) + (android?.statements.flatMap { $0.rules ?? [] } ?? [])
        let patterns = components.compactMap { $0.path?.text } + surface.claims + surface.excludes + ["/", "/x/y"]
        let paths = patterns.map { $0.replacing("*", with: "x").replacing("?", with: "x") }
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted }.compactMap { path in
            try? Address("https://\(host)\(path.hasPrefix("/") ? "" : "/")\(path)")
        }
    }
}
