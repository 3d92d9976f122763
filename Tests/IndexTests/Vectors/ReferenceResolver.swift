import RouteAnalysis
import RouteModel
import RoutePattern
import TargetTemplate
import WebAddress

/// Resolves by the model alone, alternative by alternative as language.md section 7 says, without an index.
struct ReferenceResolver {
    let body: ReleaseBody
    private let alternatives: [[Alternative]]

    init(_ body: ReleaseBody) throws {
        self.body = body
        alternatives = try body.alternatives()
    }

    private struct Match {
        var rule: Rule
        var number: Int
        var captures: [Parameters.Item]
        var capturedItems: Set<String>
    }

    func resolve(_ original: String, _ context: Context, at now: Instant) -> Resolution {
        var resolution = Resolution(outcome: .unmatched, original: original, version: body.version)
        guard original.utf8.count <= PatternLimits.textBytesMax else { return failed(.addressTooLong, resolution) }
        guard var address = try? Address(original) else { return failed(.invalidAddress, resolution) }
        var seen = [address.withFragment(nil).href]
        while true {
            let subject = MatchSubject(address, authority: body.settings.authority)
            if subject.isTooLong, !subject.hasCredentials { return failed(.addressTooLong, resolution) }
            let items = subject.queryItems.map { Parameters.Item($0.name, $0.value) }
            guard let match = first(subject, context, now) else {
                if !resolution.trail.isEmpty { resolution.outcome = .address(address.href) }
                resolution.parameters.query = items
                return resolution
            }
            var hop = Hop(rule: match.rule.id, alternative: match.number, from: address.href)
            switch match.rule.destination {
            case .screen(let target):
                resolution.outcome = .screen(target.screen)
                resolution.parameters.constants = target.constants
            case .block(let reason): resolution.outcome = .blocked(reason)
            case .redirect(let template):
                let next = target(template, match, address)
                guard case .success(let followed) = next, resolution.trail.count < 5 else {
                    resolution.trail.append(hop)
                    if case .failure(let failure) = next { return failed(failure.code, resolution) }
                    return failed(.tooManyRedirects, resolution)
                }
                guard !seen.contains(followed.withFragment(nil).href) else {
                    resolution.trail.append(hop)
                    return failed(.loop, resolution)
                }
                seen.append(followed.withFragment(nil).href)
                hop.to = followed.href
                resolution.trail.append(hop)
                resolution.parameters.carried = match.captures + resolution.parameters.carried
                address = followed
                continue
            }
            resolution.trail.append(hop)
            resolution.parameters.path = match.captures
            resolution.parameters.query = items
            return resolution
        }
    }

    private func failed(_ code: Failure.Code, _ resolution: Resolution) -> Resolution {
        var resolution = resolution
        resolution.outcome = .failed(Failure(code, detail: ""))
        return resolution
    }

    private func first(_ subject: MatchSubject, _ context: Context, _ now: Instant) -> Match? {
        for entry in body.order where body.rules[entry.rule].neverMatches == nil {
            let rule = body.rules[entry.rule]
            let alternative = alternatives[entry.rule][entry.alternative]
            guard let values = alternative.match(subject),
                rule.condition?.firstFailure(context, at: now, ruleID: rule.id) == nil
            else { continue }
            let captures = zip(alternative.captureNames, values).map { name, value in
                switch value {
                case .text(let text): Parameters.Item(name, .text(text))
                case .list(let list): Parameters.Item(name, .list(list))
                }
            }
            let items = alternative.query.filter { if case .capture = $0.test { true } else { false } }.map(\.name)
            return Match(rule: rule, number: entry.alternative, captures: captures, capturedItems: Set(items))
        }
        return nil
    }

    private func target(_ template: RedirectTemplate, _ match: Match, _ address: Address) -> Result<Address, Failure> {
        let next: Address
        do {
            next = try template.follow(
                { name in
                    switch match.captures.first(where: { $0.name == name })?.value {
                    case .text(let text): .string(text)
                    case .list(let list): .list(list)
                    case nil: nil
                    }
                }, capturedQueryNames: match.capturedItems, from: address)
        } catch {
            return .failure(Failure(.expansion, detail: ""))
        }
        return body.settings.destinations.allows(next)
            ? .success(next) : .failure(Failure(.destinationNotAllowed, detail: ""))
    }
}
