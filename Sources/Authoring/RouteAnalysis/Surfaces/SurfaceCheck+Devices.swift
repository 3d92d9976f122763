import LinkFiles
import RouteDocuments
import RouteModel
import WebAddress

// A release takes effect within seconds, while devices keep the link files that they have for days.
extension SurfaceCheck {
    /// Links that the files of the served release give to apps, and that no rule of the draft matches: rules were removed.
    ///
    /// Claims that the draft still makes are left out: ``unresolvedClaims(_:)`` is about those.
    func unresolvedOnDevices() -> [Finding] {
        guard let served else { return [] }
        return served.links.surfaces.keys.sorted().compactMap { host in
            // Devices ask the host itself, which answers for its new owner.
            guard owned?.contains(host) != false, let files = served.files[host] else { return nil }
            let surface = ImportedSurface(
                apple: AppleLinkFile.read(files.apple).file, android: AndroidLinkFile.read(files.android).file
            ).surface
            let kept = Set((hosts.first { $0.host == host }?.surface.claims ?? []).map { Array($0.utf8) })
            let excludes = surface.excludes.compactMap { try? LinkPattern($0) }
            let lost = surface.claims.compactMap { claim -> (claim: String, address: Address)? in
                guard !kept.contains(Array(claim.utf8)), let address = Self.sample(of: claim, on: host) else {
                    return nil
                }
                guard !release.work.isSpent else {
                    release.work.leaveOut(.steps)
                    return nil
                }
                release.work.spend(Limits.stepsPerLookup + excludes.count / Limits.claimsPerStep)
                guard !excludes.contains(where: { $0.matches(LinkPath.text(of: address)) }),
                    release.matches(address.href).isEmpty
                else { return nil }
                return (claim, address)
            }
            return lost.first.map { removed(lost.map(\.claim), of: host, witness: $0.address) }
        }
    }

    private func removed(_ claims: [String], of host: String, witness address: Address) -> Finding {
        let listed = claims.prefix(Limits.rulesListed).map { "\"\($0)\"" }.joined(separator: ", ")
        let rest = claims.count > Limits.rulesListed ? " and \(claims.count - Limits.rulesListed) more" : ""
        return Finding(
            .claimedUnresolved, reason: "devices", pointer: "/settings/surfaces",
            detail: "Devices keep the files of the served release for days, and give links of \(host) to the app "
                + "that no rule matches any more: \(listed)\(rest).",
            hint: "Keep a rule for them for a week, for example one that leads to the web.",
            witness: Finding.Witness(address: address.href))
    }

    /// An address of a host that a path pattern of its files matches.
    static func sample(of pattern: String, on host: String) -> Address? {
        let path = LinkPath.written(pattern.replacing("*", with: "x").replacing("?", with: "x"))
        let start = path.hasPrefix("/") ? "" : "/"
        guard let address = try? Address("https://\(host)\(start)\(path)"), address.host == host else { return nil }
        return address
    }
}
