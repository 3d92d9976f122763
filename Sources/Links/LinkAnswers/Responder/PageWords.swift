/// The texts of pages in their languages.
struct PageWords {
    let language: PageLanguage

    private func either(_ english: String, _ chinese: String) -> String { language == .english ? english : chinese }

    /// The heading of a page.
    func heading(_ kind: LinkAnswer.Kind, title: String) -> String {
        switch kind {
        case .gone: either("This link is no longer available", "此链接已失效")
        case .missing: either("There is nothing at this address", "此链接不存在")
        default: title
        }
    }

    /// The sentence below the heading.
    func text(_ kind: LinkAnswer.Kind, app: String, isAppMissing: Bool) -> String {
        switch kind {
        case .gone: either("Its publisher has withdrawn it.", "发布者已撤回此链接。")
        case .missing: either("Check the address, or ask for a new link.", "请检查链接是否完整，或重新获取。")
        case .scan: either("This link opens on a phone. Scan the code with its camera.", "此链接需在手机上打开，请用手机相机扫描二维码。")
        default:
            isAppMissing
                ? either("\(app) did not open. It may not be installed.", "“\(app)”未打开，可能尚未安装。")
                : either("This link opens in the app.", "此链接将在应用中打开。")
        }
    }

    /// The sentence above the steps out of an in-app browser, which are the only way on where no app opens.
    func stepsTitle(isOnlyWay: Bool) -> String {
        isOnlyWay
            ? either("Open this link in a browser:", "请在浏览器中打开此链接：")
            : either("If the app does not open, use a browser:", "如果应用没有打开，请使用浏览器：")
    }

    /// The buttons.
    func open(_ app: String) -> String { either("Open in \(app)", "在“\(app)”中打开") }
    var web: String { either("Continue on the website", "继续访问网页版") }
    var store: String { either("Get the app", "下载应用") }
    var copy: String { either("Copy link", "复制链接") }
    var copied: String { either("Copied", "已复制") }
    var link: String { either("Link", "链接") }

    /// What a person without the app does on iOS, where the store hands over nothing.
    func deferred(_ app: String) -> String {
        either(
            "No app yet? Copy the link, get the app, and paste the link there when it asks.",
            "还没有应用？请先复制链接，安装并打开应用后按提示粘贴。")
    }

    /// What a screen reader says for the code.
    var code: String { either("QR code of this link", "此链接的二维码") }

    /// The steps out of an in-app browser.
    func steps(_ words: InAppWords) -> [String] {
        let name = either(words.name, words.chineseName)
        guard let item = language == .english ? words.item : words.chineseItem else {
            return [
                either("Copy the link below.", "复制下方链接。"),
                either("Open your browser and paste it there.", "打开手机浏览器并粘贴访问。"),
            ]
        }
        return [
            either(
                "In \(name), tap \(words.sign) at the \(words.corner.rawValue).",
                "在\(name)中点击\(corner(words))的 \(words.sign)。"),
            either("Choose “\(item)”.", "选择“\(item)”。"),
        ]
    }

    private func corner(_ words: InAppWords) -> String {
        switch words.corner {
        case .topRight: "右上角"
        case .bottomRight: "右下角"
        }
    }
}
