package import RouteModel

/// What is used of a client: its system, in-app browser and language; nothing that tells two people apart.
///
/// A class, so that passing it on for each request retains one reference, independent of its contents.
package final class LinkClient: Sendable, Equatable {
    /// The system, and the app whose web view it is.
    let agent: ClientAgent
    /// Whether it fetches a link to show a preview of it in a chat.
    let isPreview: Bool
    /// Whether it is Firefox, which follows the fallback of an `intent:` address even if the app is there.
    let isFirefox: Bool
    /// The language of pages.
    let language: PageLanguage
    /// The context of rules: `platform` is `web`, then `locale` and the attributes `os` and `inApp`.
    package let context: Context

    /// Reads the fields of a request; nil for a field that is absent.
    ///
    /// - Parameters:
    ///   - userAgent: `User-Agent`.
    ///   - platform: `Sec-CH-UA-Platform`, with its quotes.
    ///   - language: `Accept-Language`.
    package init(userAgent: String?, platform: String? = nil, language: String? = nil) {
        agent = ClientAgent(userAgent: userAgent, platform: platform)
        let start = (userAgent ?? "").utf8.prefix(ClientAgentLimits.fieldBytes)
        let lowered = String(decoding: start, as: UTF8.self).lowercased()
        isPreview = Self.previews.contains { lowered.contains($0) }
        isFirefox = lowered.contains("firefox/")
        let languages = AcceptedLanguages(language ?? "")
        self.language = languages.page
        context = Self.context(agent, locale: languages.first)
    }

    /// A client of a system, an in-app browser and a language; pages are in English if they do not have it.
    init(os: OperatingSystem?, inApp: InAppBrowser?, locale: String? = nil) {
        var agent = ClientAgent(userAgent: nil)
        (agent.os, agent.inApp) = (os, inApp)
        self.agent = agent
        (isPreview, isFirefox) = (false, false)
        language = locale.flatMap { PageLanguage(tag: $0) } ?? .english
        context = Self.context(agent, locale: locale)
    }

    /// Whether two clients are the same in all that is used of them.
    package static func == (one: LinkClient, other: LinkClient) -> Bool {
        one.agent == other.agent && one.isPreview == other.isPreview && one.isFirefox == other.isFirefox
            && one.language == other.language && one.context == other.context
    }

    private static func context(_ agent: ClientAgent, locale: String?) -> Context {
        var attributes: [String: String] = [:]
        if let os = agent.os { attributes["os"] = os.rawValue }
        if let app = agent.inApp { attributes["inApp"] = app.rawValue }
        return Context(platform: "web", locale: locale, attributes: attributes)
    }

    /// Words of programs that fetch previews for chats, in lower case.
    ///
    /// Sources: the operators' pages, such as
    /// <https://developers.facebook.com/docs/sharing/webmasters/web-crawlers> and
    /// <https://api.slack.com/robots>; WhatsApp and Apple's Messages name others of them, too.
    private static let previews = [
        "facebookexternalhit", "facebookcatalog", "meta-externalfetcher", "twitterbot", "whatsapp/", "slackbot",
        "slack-imgproxy", "telegrambot", "linkedinbot", "discordbot", "skypeuripreview", "microsoftpreview",
        "line-poker", "pinterestbot", "redditbot", "viber", "kakaotalk-scrap", "mattermost-bot", "iframely",
        "embedly", "zoombot", "googlemessages",
    ]
}
