import Foundation
import LinkAnswers
import RouteDocuments
import TestSupport
import Testing

@Suite("The decision table of the guide to links", .scheduled)
struct LadderTableTests {
    /// One row of the table: a ladder, and the answers by column.
    struct Row: Sendable {
        var steps: [LinkFallback]
        var answers: [String]
    }

    private static let closedEverywhere: Set<InAppBrowser> = [
        .qq, .weibo, .alipay, .dingtalk, .feishu, .taobao, .baidu, .douyin, .toutiao, .kuaishou, .xiaohongshu,
    ]

    private static func table() throws -> [Row] {
        let guide = try String(
            contentsOf: PackageRoot.url.appendingPathComponent("Config/guides/links.md"), encoding: .utf8)
        let lines = guide.split(separator: "\n").drop { !$0.hasPrefix("| ladder ") }.dropFirst(2)
        return lines.prefix { $0.hasPrefix("| `") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = cells[0].replacing("`", with: "").split(separator: " ")
            return Row(
                steps: names.compactMap { LinkFallback(rawValue: String($0)) }, answers: Array(cells.dropFirst()))
        }
    }

    /// The column of a client at a host.
    private static func column(_ os: OperatingSystem?, _ app: InAppBrowser?, isSecond: Bool) -> Int {
        guard let os, [.ios, .android, .harmony].contains(os) else { return 6 }
        guard let app else { return isSecond ? 3 : 0 }
        let isClosed = closedEverywhere.contains(app) || app == .wechat && os != .ios
        return (isSecond ? 4 : 1) + (isClosed ? 1 : 0)
    }

    private static func word(_ answer: LinkAnswer) -> String {
        switch answer.kind {
        case .missing: "404"
        default: answer.kind.rawValue
        }
    }

    @Test("every system, in-app browser, host and ladder has the answer of its cell")
    func allCells() throws {
        let rows = try Self.table()
        #expect(rows.count == 16 && Set(rows.map(\.steps)).count == 16)
        var cells = 0
        for row in rows {
            var values = LinkFixture.values
            values.fallback = row.steps
            let fixture = try LinkFixture(values)
            for os in OperatingSystem.allCases.map(Optional.some) + [nil] {
                for app in InAppBrowser.allCases.map(Optional.some) + [nil] {
                    let userAgent = Phones.userAgent(os, app)
                    let agent = ClientAgent(userAgent: userAgent)
                    #expect(agent.os == os && agent.inApp == app, "\(userAgent)")
                    for host in [LinkFixture.name, LinkFixture.second] {
                        let answer = fixture.answer("/item/1?a=b", host: host, userAgent)
                        let column = Self.column(os, app, isSecond: host == LinkFixture.second)
                        #expect(
                            Self.word(answer) == row.answers[column], "\(row.steps) \(userAgent) \(host)")
                        try Self.check(answer, os, app, isSecond: host == LinkFixture.second, row.steps)
                        cells += 1
                    }
                }
            }
        }
        #expect(cells == 16 * 7 * 23 * 2)
    }

    /// What each kind of answer has: a redirect its address, a page its buttons.
    private static func check(
        _ answer: LinkAnswer, _ os: OperatingSystem?, _ app: InAppBrowser?, isSecond: Bool, _ steps: [LinkFallback]
    ) throws {
        switch answer.kind {
        case .web: #expect(answer.location == "https://www.shop.example/item/1?a=b")
        case .store: #expect(answer.location.map { $0.contains("apple") == (os == .ios) } == true)
        case .open, .inApp:
            let isClosed = column(os, app, isSecond: false) == 2
            let opens = answer.page.contains("Open in Shop")
            #expect(opens == (!isSecond && !isClosed), "\(answer.page)")
            #expect(answer.page.contains("<ol>") == (answer.kind == .inApp))
            #expect(answer.page.contains("Continue on the website") == steps.contains(.web))
            #expect(answer.page.contains("Get the app") == steps.contains(.store))
            #expect(answer.page.contains(">https://go.shop.example/item/1?a=b</dd>"))
        case .scan: #expect(answer.page.contains("<svg") && !answer.page.contains("Open in Shop"))
        case .missing: #expect(answer.status == 404 && !answer.page.contains("href"))
        default: Issue.record("\(answer.kind)")
        }
    }

    @Test("the guide names for each in-app browser where it is closed, and the words of its page")
    func inAppBrowsers() throws {
        let guide = try String(
            contentsOf: PackageRoot.url.appendingPathComponent("Config/guides/links.md"), encoding: .utf8)
        let fixture = try LinkFixture()
        for app in InAppBrowser.allCases {
            let row = try #require(guide.split(separator: "\n").first { $0.hasPrefix("| `\(app.rawValue)` |") })
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            for (os, cell) in [(OperatingSystem.ios, cells[1]), (.android, cells[2])] {
                let page = fixture.answer("/item/1", Phones.userAgent(os, app)).page
                #expect(cell == (page.contains("Open in Shop") ? "opens apps" : "closed"), "\(app) \(os)")
            }
            let pages = ["en", "zh-CN"].map {
                fixture.answer("/item/1", Phones.userAgent(.ios, app), language: $0).page
            }
            #expect(pages[0].contains(cells[3] == "–" ? "Copy the link below." : "“\(cells[3])”"), "\(app)")
            #expect(pages[1].contains(cells[4] == "–" ? "复制下方链接。" : "“\(cells[4])”"), "\(app)")
        }
    }
}
