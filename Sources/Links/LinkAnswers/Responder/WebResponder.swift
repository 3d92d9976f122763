import RouteDocuments
import RouteIndex
package import RouteModel
import WebAddress

/// Answers the links of hosts on the web: a pure function of the sites, the request and the instant.
///
/// `Location` is an address that the engine has compared with `destinations`, or the web site or the store of the settings:
/// no part of a request but the path and the query of a link is in it.
package struct WebResponder: Sendable {
    /// The hosts.
    package let sites: LinkSites

    /// Makes a responder.
    package init(_ sites: LinkSites) { self.sites = sites }

    /// What an answer depends on besides the address.
    private struct Terms {
        let client: LinkClient
        let now: Instant
        /// Whether pages with a code may be made.
        let canDraw: Bool
        /// Whether the answer is only looked at, to find a loop.
        var isNested = false
    }

    /// The answer to a GET or HEAD request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - host: the value of `Host`, in any letter case, with or without a port.
    ///   - now: the instant for rules with a time.
    ///   - canDraw: false for a thread that must not spend the time for a code, which is up to a millisecond.
    /// - Returns: The answer; nil if it has a code and `canDraw` is false.
    package func answer(_ request: LinkRequest, host: String, at now: Instant, canDraw: Bool) -> LinkAnswer? {
        answer(request, sites.site(ofField: host), at: now, canDraw: canDraw)
    }

    /// The answer for a site that the caller has found; nil for a host that is not served.
    package func answer(_ request: LinkRequest, _ site: LinkSite?, at now: Instant, canDraw: Bool) -> LinkAnswer? {
        guard let site else {
            // The page does not repeat the name.
            return LinkAnswer(.missing, AnswerPage(.missing, request.client.language, nil), nil)
        }
        guard request.target.utf8.first == UInt8(ascii: "/") else {
            return LinkAnswer(.missing, AnswerPage(.missing, request.client.language, site), site)
        }
        return answer(
            site.origin + request.target, site, Terms(client: request.client, now: now, canDraw: canDraw))
    }

    private func answer(_ text: String, _ site: LinkSite, _ terms: Terms) -> LinkAnswer? {
        let resolution = site.index.resolve(text, context: terms.client.context, at: terms.now)
        let found = FoundRule(resolution, site)
        let missing = { LinkAnswer(.missing, AnswerPage(.missing, terms.client.language, site), site, found) }
        switch resolution.outcome {
        case .address(let place):
            let place = RedirectPlace(place)
            guard place.isWeb, terms.isNested || !isLoop(from: text, to: place, terms) else { break }
            if terms.client.isPreview, found.hasPreview, let target = LinkTarget(text, host: site.canonicalHost) {
                return page(.preview, Ladder(site, sites, terms.client, target, found), found)
            }
            return LinkAnswer(.redirect, to: place, isPermanent: found.isPermanent, site, found)
        case .blocked: return LinkAnswer(.gone, AnswerPage(.gone, terms.client.language, site), site, found)
        case .unmatched:
            guard let target = LinkTarget(text, host: site.canonicalHost) else { return missing() }
            // A rule for apps alone does not match here, but its link is none of the web site's.
            if site.index.matches(target.address).isEmpty {
                let ladder = Ladder(site, sites, terms.client, target, found)
                guard ladder.steps.contains(.web), let web = ladder.web else { return missing() }
                return LinkAnswer(.web, to: RedirectPlace(web), site, found)
            }
        case .failed(let failure):
            if failure.code == .invalidAddress { return missing() }
        case .screen: break
        }
        guard let target = LinkTarget(text, host: site.canonicalHost) else { return missing() }
        return answer(of: Ladder(site, sites, terms.client, target, found), found, terms)
    }

    private func answer(of ladder: Ladder, _ found: FoundRule, _ terms: Terms) -> LinkAnswer? {
        if ladder.client.isPreview, found.hasPreview { return page(.preview, ladder, found) }
        switch ladder.answer {
        case .web(let address): return LinkAnswer(.web, to: RedirectPlace(address), ladder.site, found)
        case .store(let address): return LinkAnswer(.store, to: RedirectPlace(address), ladder.site, found)
        case .openPage: return page(.open, ladder, found)
        case .inAppPage: return page(.inApp, ladder, found)
        case .scanPage: return terms.canDraw || !ladder.target.fitsCode ? page(.scan, ladder, found) : nil
        case .nothing:
            return LinkAnswer(.missing, AnswerPage(.missing, ladder.client.language, ladder.site), ladder.site, found)
        }
    }

    private func page(_ kind: LinkAnswer.Kind, _ ladder: Ladder, _ found: FoundRule) -> LinkAnswer {
        LinkAnswer(kind, AnswerPage(kind, ladder, found), ladder.site, found)
    }

    /// Whether a browser that follows a redirect to a served host comes back to an address where it was, or needs more than
    /// ``LinkPageLimits/hops``.
    private func isLoop(from text: String, to place: RedirectPlace, _ terms: Terms) -> Bool {
        guard sites.mayServe(place), var next = try? Address(place.text) else { return false }
        let nested = Terms(client: terms.client, now: terms.now, canDraw: false, isNested: true)
        var visited: Set<String> = [(try? Address(text))?.href ?? text]
        for _ in 0...LinkPageLimits.hops {
            guard next.port == nil, let site = next.host.flatMap({ sites[$0] }) else { return false }
            // Over http, the proxy in front sends the same path to https.
            let same = site.origin + next.path + (next.query.map { "?" + $0 } ?? "")
            guard visited.insert(same).inserted else { return true }
            guard let location = answer(same, site, nested)?.location, let address = try? Address(location) else {
                return false
            }
            next = address
        }
        return true
    }
}
