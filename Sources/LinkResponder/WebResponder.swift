import RouteIndex
package import RouteModel
import WebAddress

/// Answers the links of hosts on the web: a pure function of the sites, the request and the instant.
///
/// No answer but a rule's own leads to an address of the request's choice: `Location` is an address that the engine has
/// compared with `destinations`, the web site or the store of the settings.
package struct WebResponder: Sendable {
    /// The hosts.
    package let sites: LinkSites

    /// Makes a responder.
    package init(_ sites: LinkSites) { self.sites = sites }

    /// The answer to a GET or HEAD request.
    package func answer(_ request: LinkRequest, at now: Instant) -> LinkAnswer {
        guard let site = sites.site(ofField: request.host) else { return Self.unknownHost(request.client) }
        let text = site.origin + request.path + (request.query.map { "?" + $0 } ?? "")
        guard request.path.utf8.first == UInt8(ascii: "/") else {
            return LinkAnswer(.missing, LinkPage(.missing, request.client.language, site), site.style)
        }
        return answer(text, site, request.client, at: now, isNested: false)
    }

    private func answer(
        _ text: String, _ site: LinkSite, _ client: LinkClient, at now: Instant, isNested: Bool
    ) -> LinkAnswer {
        let resolution = site.index.resolve(text, context: client.context, at: now)
        let found = FoundRule(resolution, site)
        switch resolution.outcome {
        case .address(let place):
            guard let location = Self.webAddress(place), isNested || !isLoop(from: text, to: location, client, now)
            else {
                break
            }
            if client.isPreview, found.hasPreview, let target = LinkTarget(text, host: site.canonicalHost) {
                return page(.preview, ladder(site, client, target, found), found, site)
            }
            return LinkAnswer(
                .redirect, to: location.href, isPermanent: found.isPermanent, rule: found.id, release: found.release)
        case .blocked: return page(.gone, client, site, found)
        case .unmatched:
            guard let target = LinkTarget(text, host: site.canonicalHost) else { break }
            // A rule for apps alone does not match here, but its link is none of the web site's.
            if site.index.matches(target.address).isEmpty {
                let ladder = ladder(site, client, target, found)
                guard ladder.steps.contains(.web), let web = ladder.web else {
                    return page(.missing, client, site, found)
                }
                return LinkAnswer(.web, to: web, rule: nil, release: found.release)
            }
        case .failed(let failure):
            if failure.code == .invalidAddress || failure.code == .addressTooLong {
                return page(.missing, client, site, found)
            }
        case .screen: break
        }
        guard let target = LinkTarget(text, host: site.canonicalHost) else {
            return page(.missing, client, site, found)
        }
        return answer(of: ladder(site, client, target, found), found, site)
    }

    private func ladder(_ site: LinkSite, _ client: LinkClient, _ target: LinkTarget, _ found: FoundRule) -> Ladder {
        Ladder(site, sites, client, target, found)
    }

    private func answer(of ladder: Ladder, _ found: FoundRule, _ site: LinkSite) -> LinkAnswer {
        if ladder.client.isPreview, found.hasPreview { return page(.preview, ladder, found, site) }
        switch ladder.answer {
        case .web(let address): return LinkAnswer(.web, to: address, rule: found.id, release: found.release)
        case .store(let address): return LinkAnswer(.store, to: address, rule: found.id, release: found.release)
        case .openPage: return page(.open, ladder, found, site)
        case .inAppPage: return page(.inApp, ladder, found, site)
        case .scanPage: return page(.scan, ladder, found, site)
        case .nothing: return page(.missing, ladder.client, site, found)
        }
    }

    private func page(_ kind: LinkAnswer.Kind, _ ladder: Ladder, _ found: FoundRule, _ site: LinkSite) -> LinkAnswer {
        LinkAnswer(kind, LinkPage(kind, ladder, found), site.style, rule: found.id, release: found.release)
    }

    /// A page that leads nowhere.
    private func page(
        _ kind: LinkAnswer.Kind, _ client: LinkClient, _ site: LinkSite, _ found: FoundRule
    ) -> LinkAnswer {
        LinkAnswer(
            kind, LinkPage(kind, client.language, site), site.style, rule: found.id, release: found.release)
    }

    /// The answer for a host that is not served; it does not repeat the name.
    private static func unknownHost(_ client: LinkClient) -> LinkAnswer {
        LinkAnswer(.missing, LinkPage(.missing, client.language, nil), PageStyle(colour: nil, icon: nil))
    }

    /// An address that browsers go to; nil for an own scheme.
    private static func webAddress(_ text: String) -> Address? {
        guard let address = try? Address(text), ["https", "http"].contains(address.scheme), !address.hasCredentials
        else {
            return nil
        }
        return address
    }

    /// Whether a browser that follows a redirect to a served host comes back to an address where it was, or needs more than
    /// ``LinkPageLimits/hops``.
    private func isLoop(from text: String, to location: Address, _ client: LinkClient, _ now: Instant) -> Bool {
        var visited: Set<String> = [(try? Address(text))?.href ?? text]
        var next: Address? = location
        for _ in 0...LinkPageLimits.hops {
            guard let address = next?.withFragment(nil), let host = address.host, address.port == nil,
                let site = sites[host]
            else { return false }
            // Over http, the proxy in front sends the same path to https.
            let same = site.origin + address.path + (address.query.map { "?" + $0 } ?? "")
            guard visited.insert(same).inserted else { return true }
            let answer = answer(same, site, client, at: now, isNested: true)
            next = answer.location.flatMap { try? Address($0) }
            if next == nil { return false }
        }
        return true
    }
}
