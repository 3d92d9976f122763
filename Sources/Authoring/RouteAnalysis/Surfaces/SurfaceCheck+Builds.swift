import LinkFiles
import RouteDocuments
import RouteModel
import RouteOrder
import WebAddress

// Builds that are still about: devices read link files within days, and what a build declares never changes.
extension SurfaceCheck {
    /// Rules that some build which is still about never uses, so that it gets links that it cannot open.
    func unresolvedByBuilds(_ host: HostSurface) -> [Finding] {
        guard !screens.builds.isEmpty else { return [] }
        var found: [Int: (address: Address, builds: [Int])] = [:]
        forEachSample(host, ofConditionalRulesOnly: true) { position, address in
            let rule = release.entries[position].rule
            guard found[rule] == nil, host.opens(address) else { return }
            let builds = buildsWithoutRule(release.matches(address.href), host, address)
            if !builds.isEmpty { found[rule] = (address, builds) }
        }
        return found.sorted { $0.key < $1.key }.map { rule, hit in
            Finding(
                .claimedUnresolved, reason: "build", rules: [release.draft.rules[rule].id],
                pointer: Self.pointer(host.host),
                detail: "Builds that are still about get this link and have no rule for it: \(names(hit.builds)).",
                hint: "Add a rule for these builds: devices read the files days after a release.",
                witness: witness(hit.address, hit.builds))
        }
    }

    /// The builds that a system gives an address to, and whose platform and version no matching rule allows.
    private func buildsWithoutRule(_ positions: [Int], _ host: HostSurface, _ address: Address) -> [Int] {
        let demands = positions.map { demand($0) }
        guard demands.allSatisfy({ $0.clauses != nil }) else { return [] }
        return screens.builds.indices.filter { build in
            release.work.spend(demands.count * Limits.stepsPerMatch)
            guard host.hasApp(on: screens.builds[build].platform),
                declared[build].map({ $0.reach(address) == .declared }) ?? true
            else { return false }
            return demands.allSatisfy { !$0.allows(context(build), at: now) }
        }
    }

    /// Rules whose links some build never gets, because it does not declare their host or path.
    ///
    /// A host that is not declared is one finding with the rules that it is about; a path is one for each rule.
    func undeclared(_ host: HostSurface) -> [Finding] {
        let narrow = declared.filter { build, links in
            host.hasApp(on: screens.builds[build].platform) && !links.declaresAll(of: host.host)
        }
        guard !narrow.isEmpty else { return [] }
        var lost = Lost()
        var byPath: [Int: (address: Address, builds: [Int])] = [:]
        forEachSample(host, ofConditionalRulesOnly: false) { position, address in
            guard host.opens(address) else { return }
            let rule = release.entries[position].rule
            let demand = demand(position)
            for (build, links) in narrow {
                release.work.spend(Limits.stepsPerMatch)
                let reach = links.reach(address)
                guard reach != .declared, demand.allows(context(build), at: now) else { continue }
                if reach == .otherHost {
                    lost.add(rule, build, address)
                } else if byPath[rule]?.builds.contains(build) != true {
                    byPath[rule, default: (address, [])].builds.append(build)
                }
            }
        }
        return [lost.address.map { undeclaredHost(host, lost, $0) }].compactMap(\.self)
            + byPath.sorted { $0.key < $1.key }.map { undeclaredPath(host, $0, $1.address, $1.builds.sorted()) }
    }

    /// What builds do not get of a host that they do not declare.
    private struct Lost {
        var rules: [Int] = []
        var builds: [Int] = []
        var address: Address?

        mutating func add(_ rule: Int, _ build: Int, _ address: Address) {
            if !builds.contains(build) { builds.append(build) }
            if rules.count < Limits.rulesListed, !rules.contains(rule) { rules.append(rule) }
            if self.address == nil { self.address = address }
        }
    }

    private func undeclaredHost(_ host: HostSurface, _ lost: Lost, _ address: Address) -> Finding {
        Finding(
            .manifestScope, reason: "host",
            rules: lost.rules.sorted().map { release.draft.rules[$0].id }, pointer: Self.pointer(host.host),
            detail: "Builds that are still about do not declare \(host.host), so that none of its links open them: "
                + "\(names(lost.builds.sorted())).",
            hint: "No file adds a host to a build: release one that declares it, or use a host that all declare.",
            witness: witness(address, lost.builds.sorted()))
    }

    private func undeclaredPath(
        _ host: HostSurface, _ rule: Int, _ address: Address, _ builds: [Int]
    ) -> Finding {
        Finding(
            .manifestScope, reason: "path", rules: [release.draft.rules[rule].id],
            pointer: Self.pointer(host.host),
            detail:
                "Builds that are still about declare \(host.host) without this path, so that the link does not open "
                + "them: \(names(builds)).",
            hint:
                "assetlinks.json does not widen a manifest: release a build that declares the path, or move the rule.",
            witness: witness(address, builds))
    }

    // MARK: Builds

    /// What a rule asks of platform and version alone; nil if nothing.
    private struct Demand {
        let id: String
        let clauses: Clauses?

        func allows(_ context: Context, at now: Instant) -> Bool {
            clauses?.firstFailure(context, at: now, ruleID: id) == nil
        }
    }

    private func demand(_ position: Int) -> Demand {
        let rule = release.rule(position)
        guard let clauses = rule.condition?.clauses else { return Demand(id: rule.id, clauses: nil) }
        var build = Clauses()
        build.platform = clauses.platform
        build.appVersion = clauses.appVersion
        return Demand(id: rule.id, clauses: build.count == 0 ? nil : build)
    }

    private func context(_ build: Int) -> Context {
        Context(platform: screens.builds[build].platform, appVersion: screens.builds[build].version)
    }

    private func witness(_ address: Address, _ builds: [Int]) -> Finding.Witness {
        Finding.Witness(address: address.href, context: context(builds[0]))
    }

    /// The first builds by platform and version, and how many more there are.
    private func names(_ builds: [Int]) -> String {
        let names = builds.prefix(Limits.buildsListed).map {
            "\(screens.builds[$0].platform) \(screens.builds[$0].version)"
        }
        let rest = builds.count - names.count
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
