package import RouteAnalysis
import RouteDocuments
import RouteIndex
import RouteModel
import WebAddress

extension BrowserAnswers {
    /// The answers of the responder that serves links.
    package static let responder = BrowserAnswers { surfaces, index in
        let responder = WebResponder(LinkSites(trying: surfaces, index: index))
        return { address, context, at in reply(responder, address, context, at) }
    }

    private static func reply(
        _ responder: WebResponder, _ text: String, _ context: Context, _ at: Instant
    ) -> Reply {
        guard let address = try? Address(text), let host = address.host, address.port == nil,
            ["https", "http"].contains(address.scheme)
        else { return .none("only http and https addresses without a port are asked by browsers") }
        guard responder.sites[host] != nil else {
            return .none("\(host) is no host of \"surfaces\", so that another server answers it")
        }
        guard let client = LinkClient(context) else {
            return .none("no request of a browser has this context; os and inApp are words of the guide to links")
        }
        let request = LinkRequest(path: address.path, query: address.query, client: client)
        guard let answer = responder.answer(request, host: host, at: at, canDraw: true) else {
            return .none("there is no page")
        }
        return .answer(kind: answer.kind.rawValue, status: answer.status, location: answer.location, rule: answer.rule)
    }
}

extension LinkClient {
    /// The client whose requests have a context; nil if there is none.
    convenience init?(_ context: Context) {
        let (os, app) = (context.attributes["os"], context.attributes["inApp"])
        self.init(
            os: os.flatMap { OperatingSystem(rawValue: $0) }, inApp: app.flatMap { InAppBrowser(rawValue: $0) },
            locale: context.locale)
        guard self.context == context else { return nil }
    }
}
