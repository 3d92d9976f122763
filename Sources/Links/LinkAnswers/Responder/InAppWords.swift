/// How to leave an in-app browser, in the words of its own menu.
struct InAppWords {
    /// Where the menu is; raw values are English.
    enum Corner: String {
        case topRight = "top right"
        case bottomRight = "bottom right"
    }

    /// The app's name in English.
    let name: String
    /// The app's name in Chinese.
    let chineseName: String
    /// What the button of the menu looks like.
    let sign: String
    /// Where the button is.
    let corner: Corner
    /// The menu's item in English; nil if the app has none.
    let item: String?
    /// The menu's item in Chinese; nil if the app has none.
    let chineseItem: String?
    private let closed: Set<OperatingSystem>

    private init(
        _ name: String, _ chineseName: String, sign: String = "···", _ corner: Corner = .topRight,
        item: String? = "Open in browser", _ chineseItem: String? = "在浏览器打开", closed: Set<OperatingSystem> = []
    ) {
        self.name = name
        self.chineseName = chineseName
        self.sign = sign
        self.corner = corner
        self.item = item
        self.chineseItem = chineseItem
        self.closed = closed
    }

    /// Whether the web view opens no other app on a system, so that a button for it would do nothing.
    func isClosed(on os: OperatingSystem?) -> Bool { os.map(closed.contains) ?? true }

    private static let everywhere = Set(OperatingSystem.allCases)

    /// The words of an app.
    ///
    /// WeChat on iOS lets universal links through since 7.0.5; the other Chinese apps open no app but those of their
    /// partners.
    init(_ app: InAppBrowser) {
        let closed = Self.everywhere
        self =
            switch app {
            case .wechat:
                Self("WeChat", "微信", item: "Open in Default Browser", "在默认浏览器中打开", closed: closed.subtracting([.ios]))
            case .qq: Self("QQ", "QQ", item: "Open in Browser", "用浏览器打开", closed: closed)
            case .weibo: Self("Weibo", "微博", item: "Open in Browser", "在浏览器中打开", closed: closed)
            case .alipay: Self("Alipay", "支付宝", item: "Open in Browser", "在浏览器打开", closed: closed)
            case .dingtalk: Self("DingTalk", "钉钉", item: "Open in Browser", "在浏览器打开", closed: closed)
            case .feishu: Self("Lark", "飞书", item: "Open in Browser", "在浏览器打开", closed: closed)
            case .taobao: Self("Taobao", "淘宝", item: nil, nil, closed: closed)
            case .baidu: Self("Baidu", "百度", .bottomRight, item: "Open in Browser", "浏览器打开", closed: closed)
            case .douyin: Self("Douyin", "抖音", closed: closed)
            case .toutiao: Self("Toutiao", "今日头条", closed: closed)
            case .kuaishou: Self("Kuaishou", "快手", closed: closed)
            case .xiaohongshu: Self("RedNote", "小红书", item: "Open in Browser", "浏览器打开", closed: closed)
            case .tiktok: Self("TikTok", "TikTok")
            case .instagram: Self("Instagram", "Instagram", item: "Open in external browser", "在外部浏览器中打开")
            case .messenger: Self("Messenger", "Messenger", item: "Open in external browser", "在外部浏览器中打开")
            case .facebook: Self("Facebook", "Facebook", item: "Open in external browser", "在外部浏览器中打开")
            case .line: Self("LINE", "LINE", sign: "⋮", item: "Open in other app", "在默认浏览器中打开")
            case .twitter: Self("X", "X")
            case .linkedin: Self("LinkedIn", "领英")
            case .snapchat: Self("Snapchat", "Snapchat")
            case .pinterest: Self("Pinterest", "Pinterest")
            case .webview: Self("this app", "此应用", item: nil, nil)
            }
    }
}

extension InAppBrowser {
    /// Whether its web view opens apps on a system, by a link to another host or an `intent:` address.
    func opensApps(on os: OperatingSystem?) -> Bool { !InAppWords(self).isClosed(on: os) }
}
