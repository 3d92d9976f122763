import RouteDocuments
import RouteIndex
import RouteModel
import Testing

@testable import LinkAnswers

/// Hosts of a shop with its rules, and requests to them.
struct LinkFixture {
    let responder: WebResponder

    static let now = Instant(milliseconds: 1_795_000_000_000)
    static let name = "go.shop.example"
    static let second = "open.shop.example"
    static let settings = """
        {"origins":["https://go.shop.example"],"destinations":["https://www.shop.example","https://*.partner.example",\
        "https://go.shop.example","https://other.example","http://plain.example","shop:"],"schemes":["shop"]}
        """
    static let rules = """
        {"id":"item","match":["/item/:id"],"to":{"screen":"Item"}},
        {"id":"sale","match":["/sale"],"to":{"redirect":"https://www.shop.example/sale"}},
        {"id":"moved","match":["/moved/:id"],"to":{"redirect":"https://www.shop.example/m/{id}"}},
        {"id":"tail","match":["/tail/:rest*"],"to":{"redirect":"https://www.shop.example/t{/rest*}"}},
        {"id":"plain","match":["/plain"],"to":{"redirect":"http://plain.example/x"}},
        {"id":"scheme","match":["/scheme/:id"],"to":{"redirect":"shop://item/{id}"}},
        {"id":"partner","match":["/to/:name"],"to":{"redirect":"https://x.partner.example/{name}?to={name}"}},
        {"id":"gone","match":["/gone"],"to":{"block":"secret reason"}},
        {"id":"phone","match":["/phone"],"when":{"platform":["ios"]},"to":{"screen":"Phone"}},
        {"id":"german","match":["/words"],"priority":3,"when":{"locale":["de"]},"to":{"redirect":"https://www.shop.example/de"}},
        {"id":"wechat","match":["/words"],"priority":2,"when":{"attributes":{"inApp":["wechat"]}},\
        "to":{"redirect":"https://www.shop.example/wechat"}},
        {"id":"android","match":["/words"],"priority":1,"when":{"platform":["web"],"attributes":{"os":["android"]}},\
        "to":{"redirect":"https://www.shop.example/android"}},
        {"id":"forth","match":["/forth"],"to":{"redirect":"https://other.example/back"}}
        """
    static let otherRules = """
        {"id":"back","match":["https://other.example/back"],"to":{"redirect":"https://go.shop.example/forth"}}
        """

    static let values: HostValues = {
        var values = HostValues()
        values.title = "Shop"
        values.colour = "#ffcc00"
        values.icon = "https://cdn.shop.example/icon.png"
        values.image = "https://cdn.shop.example/cover.png"
        values.apple = ["ABCDE12345.example.shop"]
        values.android = [.init(package: "example.shop.android", fingerprints: [])]
        values.harmony = ["5765880207854000000"]
        values.stores = [
            .ios: "https://apps.apple.com/app/shop/id1234567890",
            .android: "https://play.google.com/store/apps/details?id=example.shop.android",
            .harmony: "https://appgallery.huawei.com/app/C1",
        ]
        values.web = "https://www.shop.example"
        values.secondHost = second
        return values
    }()

    init(
        _ values: HostValues = values, rules: String = rules, webRules: [String: LinkPage] = [:],
        others: [LinkSite] = []
    ) throws {
        let index = try Self.index(rules)
        let first = LinkSite(values.host(Self.name), index: index, rules: webRules)
        let second = LinkSite(
            values.host(Self.second, firstHost: Self.name), index: index, rules: webRules)
        responder = WebResponder(LinkSites([first, second] + others))
    }

    static func index(_ rules: String, settings: String = settings) throws -> CompiledIndex {
        let decoded = DraftDecoder.draft(Array("{\"settings\":\(settings),\"rules\":[\(rules)]}".utf8))
        let draft = try #require(decoded.value, "\(decoded.findings)")
        let body = try ReleaseBody.freeze(draft: draft, app: "shop", version: 7, publishedAt: now)
        return try CompiledIndex(IndexBytes(CompiledIndex.compile(body, digest: (0..<32).map { UInt8($0) })))
    }

    /// One rule for all links, of a screen.
    static let everything = #"{"id":"all","match":["/","/*"],"to":{"screen":"All"}}"#

    /// The site of another app, whose one rule leads back.
    static func other() throws -> LinkSite {
        LinkSite(LinkHost("other.example", SurfaceSettings()), index: try index(otherRules))
    }

    func answer(
        _ target: String, host: String = name, _ userAgent: String? = Phones.safari, language: String? = "en"
    ) -> LinkAnswer {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let answer = responder.answer(
            LinkRequest(
                path: String(parts[0]), query: parts.count == 2 ? String(parts[1]) : nil,
                client: LinkClient(userAgent: userAgent, language: language)), host: host, at: Self.now, canDraw: true)
        guard let answer else { preconditionFailure("an answer may have a code here") }
        return answer
    }
}

/// What settings say of a host, and for all rules.
@dynamicMemberLookup
struct HostValues {
    var surface = SurfaceSettings()
    var page = LinkPage()

    subscript<Value>(dynamicMember path: WritableKeyPath<SurfaceSettings, Value>) -> Value {
        get { surface[keyPath: path] }
        set { surface[keyPath: path] = newValue }
    }

    subscript<Value>(dynamicMember path: WritableKeyPath<LinkPage, Value>) -> Value {
        get { page[keyPath: path] }
        set { page[keyPath: path] = newValue }
    }

    func host(_ name: String, firstHost: String? = nil) -> LinkHost {
        LinkHost(name, surface, page, firstHost: firstHost)
    }
}

extension LinkAnswer {
    /// The page or the address as text.
    var page: String { String(decoding: body, as: UTF8.self) }
}

/// User-Agents of systems and in-app browsers.
enum Phones {
    static let safari =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
    static let chrome =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
    static let firefox = "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"
    static let pc =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"

    /// The beginning of a User-Agent by system.
    static let systems: [OperatingSystem: String] = [
        .ios: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
        .android: "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36",
        .harmony: "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0.0.0 ArkWeb/4.1.6.1 Mobile",
        .windows: pc,
        .macos: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15",
        .linux: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36",
    ]

    /// What an app adds to the User-Agent of its web view.
    static let apps: [InAppBrowser: String] = [
        .wechat: "MicroMessenger/8.0.43", .qq: "QQ/8.9.78.617", .weibo: "Weibo (weibo__12.10.0)",
        .alipay: "AlipayClient/10.3.96", .dingtalk: "DingTalk/7.0", .feishu: "Lark/7.1", .taobao: "AliApp(TB/10.2)",
        .baidu: "baiduboxapp/13.0", .douyin: "aweme_230400", .toutiao: "NewsArticle/9.0", .kuaishou: "Kwai/11.0",
        .xiaohongshu: "xhsdiscover/8.0", .tiktok: "musical_ly_2023", .instagram: "Instagram 312.0.0.34.111",
        .messenger: "[FBAN/Messenger;FBAV/440.0]", .facebook: "[FBAN/FBIOS;FBAV/360.0]", .line: "Line/13.20.0 Mobile",
        .twitter: "Twitter for phones", .linkedin: "[LinkedInApp]", .snapchat: "Snapchat/12.0",
        .pinterest: "[Pinterest/Mobile]", .webview: "; wv) ",
    ]

    /// What a system and an app send; nil for no known system or no app.
    static func userAgent(_ os: OperatingSystem?, _ app: InAppBrowser?) -> String {
        let system = os.flatMap { systems[$0] } ?? "Mozilla/5.0 (Unknown)"
        return app.map { "\(system) \(apps[$0] ?? "")" } ?? system
    }
}
