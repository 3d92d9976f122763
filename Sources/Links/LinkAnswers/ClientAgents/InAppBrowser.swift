/// Apps whose web views show links that people send; raw values are stable.
///
/// Each is told by the words that the app adds to the User-Agent of its web view.
package enum InAppBrowser: String, Sendable, CaseIterable {
    /// WeChat and WeCom.
    case wechat
    /// QQ; the browser of that name is none of these.
    case qq
    case weibo, alipay, dingtalk, feishu, taobao, baidu, douyin, toutiao, kuaishou
    /// Xiaohongshu (RedNote).
    case xiaohongshu
    case tiktok, instagram
    /// Facebook's Messenger.
    case messenger
    case facebook, line
    /// X, formerly Twitter.
    case twitter
    case linkedin, snapchat, pinterest
    /// A web view of Android in an app that adds no word of its own.
    case webview

    /// The app that a User-Agent names; nil for a browser.
    init?(of text: AgentText) {
        if let app = Self.words.first(where: { text.containsAny($0.words) })?.app {
            self = app
        } else if text.containsWord("qq/") {
            self = .qq
        } else if text.containsWord("line/") && text.contains("mobile") {
            self = .line
        } else if text.contains("; wv)") {
            self = .webview
        } else {
            return nil
        }
    }

    /// The words in the order in which they count: an app's web view can name its engine's app, too.
    private static let words: [(app: InAppBrowser, words: [String])] = [
        (.wechat, ["micromessenger", "wxwork/"]), (.weibo, ["weibo"]), (.alipay, ["alipayclient", "aliapp(ap/"]),
        (.dingtalk, ["dingtalk"]), (.feishu, ["feishu", "lark/"]), (.taobao, ["aliapp(tb/"]),
        (.baidu, ["baiduboxapp"]), (.douyin, ["aweme", "douyin"]), (.toutiao, ["newsarticle", "toutiao"]),
        (.kuaishou, ["kwai", "kuaishou"]), (.xiaohongshu, ["xhsdiscover", "xiaohongshu"]),
        (.tiktok, ["musical_ly", "bytedancewebview", "tiktok"]), (.instagram, ["instagram "]),
        (.messenger, ["fban/messenger", "fb_iab/messenger", "fb_iab/orca"]),
        (.facebook, ["fban/", "fbav/", "fb_iab/"]), (.twitter, ["twitter for ", "twitterandroid"]),
        (.linkedin, ["linkedinapp"]), (.snapchat, ["snapchat"]), (.pinterest, ["pinterest/", "[pinterest"]),
    ]
}
