import CanonicalJSON
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Lists: links to the next page, totals and filters", .scheduled)
struct ListTests {
    /// Three apps, seven releases of one by two tokens, and nine rules.
    private func furnished() throws -> Desk {
        let desk = try Desk()
        desk.makeShop()
        _ = desk.send("POST", "/v1/apps", #"{"app":"market","title":"SHOP of the others"}"#)
        _ = desk.send("POST", "/v1/apps", #"{"app":"news"}"#)
        let token = desk.send("POST", "/v1/tokens", #"{"name":"robot","role":"publisher"}"#).json["token"]?.stringValue
        for number in 2...7 {
            desk.now += 60_000
            let rule = #"{"match":["/r\#(number)"],"to":{"screen":"S"}}"#
            _ = desk.send("PUT", "/v1/apps/shop/draft/rules/r\(number)", rule)
            let text = number.isMultiple(of: 2) ? #"{"message":"even","notes":"Ticket 8"}"# : #"{"message":"odd"}"#
            #expect(desk.send("POST", "/v1/apps/shop/releases", text, token: token).status == 201)
        }
        _ = desk.send("PUT", "/v1/hosts/a.example", #"{"app":"shop"}"#)
        _ = desk.send("PUT", "/v1/hosts/b.example", #"{"app":"shop"}"#)
        for version in ["1", "2"] {
            _ = desk.send("PUT", "/v1/apps/shop/screens/ios/\(version)", #"{"screens":{"Item":["id"]}}"#)
        }
        return desk
    }

    @Test(
        "Link leads through the whole list, with the parameters of the first request",
        arguments: [
            ("/v1/apps?limit=1", "apps"), ("/v1/apps/shop/releases?limit=2&actor=robot", "releases"),
            ("/v1/apps/shop/draft/rules?limit=2&q=S", "rules"), ("/v1/hosts?limit=1", "hosts"),
            ("/v1/tokens?limit=1", "tokens"), ("/v1/apps/shop/screens?limit=1", "screens"),
            ("/v1/audit?limit=5&app=shop", "audit"), ("/v1/settings?limit=9", "settings"),
            ("/v1/retention?limit=1", "retention"),
        ])
    func links(_ first: String, _ member: String) throws {
        let desk = try furnished()
        let whole = desk.send("GET", first.replacing(/limit=\d+/, with: "limit=1000"))
        #expect(whole["Link"] == nil, "\(whole.text)")
        var (items, target, pages) = ([JSONValue](), String?.some(first), 0)
        while let path = target, pages < 99 {
            let page = desk.send("GET", path)
            items += page.json[member]?.arrayValue ?? []
            pages += 1
            target = page["Link"].flatMap { $0.wholeMatch(of: /<(.*)>; rel="next"/).map { String($0.1) } }
            #expect((target == nil) == (page.json["next"] == .null), "\(page.text)")
            #expect(page.json["total"] == whole.json["total"], "\(path)")
        }
        #expect(pages > 1 && items == whole.json[member]?.arrayValue, "\(first): \(whole.text)")
        if let total = whole.json["total"]?.integerValue { #expect(Int(total) == items.count) }
    }

    @Test(
        "apps and releases are filtered, and totals are of what is left",
        arguments: [
            ("/v1/apps?q=shop", ["market", "shop"]), ("/v1/apps?q=OTHERS", ["market"]), ("/v1/apps?q=%25", []),
            ("/v1/apps/shop/releases?q=EVEN", ["6", "4", "2"]),
            ("/v1/apps/shop/releases?q=ticket%208", ["6", "4", "2"]),
            ("/v1/apps/shop/releases?q=odd&to=2027-01-15T08:05:30Z", ["5", "3"]),
            ("/v1/apps/shop/releases?from=2027-01-15T08:06:00Z", ["7"]), ("/v1/apps/shop/releases?actor=stranger", []),
            ("/v1/apps/shop/releases?from=2027-01-15T08:05:00Z&to=2027-01-15T08:06:00Z&actor=robot", ["6"]),
        ] as [(String, [String])])
    func filters(_ path: String, _ wanted: [String]) throws {
        let desk = try furnished()
        let answer = desk.send("GET", path)
        let items = answer.json["apps"]?.arrayValue ?? answer.json["releases"]?.arrayValue ?? []
        let names = items.map { $0["version"]?.integerValue.map { String($0) } ?? $0["app"]?.stringValue ?? "" }
        #expect(names == wanted && answer.json["total"]?.integerValue == Int64(wanted.count), "\(answer.text)")
    }

    @Test("a parameter that the contract bounds is refused beyond its bounds, at each endpoint that has it")
    func bounds() throws {
        let desk = try furnished()
        var tried = 0
        for endpoint in desk.components.table.endpoints where endpoint.isControl && endpoint.method == .get {
            let path = endpoint.path.description.replacing("{app}", with: "shop").replacing(/\{[a-z]+\}/, with: "1")
            for parameter in endpoint.query {
                guard case .text(_, _, let count?) = parameter.schema else { continue }
                for length in [count.lowerBound - 1, count.upperBound + 1] where length >= 0 {
                    let value = String(repeating: "x", count: length)
                    let answer = desk.send("GET", "\(path)?\(parameter.name)=\(value)")
                    #expect(answer.status == 400, "\(path) \(parameter.name) with \(length): \(answer.text)")
                    tried += 1
                }
            }
        }
        #expect(tried >= 6)
    }

    @Test("a token for some apps finds and counts these only, and a wrong instant is an error")
    func scope() throws {
        let desk = try furnished()
        let made = desk.send("POST", "/v1/tokens", #"{"name":"v","role":"viewer","apps":["news","market"]}"#)
        let token = made.json["token"]?.stringValue
        let all = desk.send("GET", "/v1/apps", token: token)
        #expect(all.json["total"] == 2)
        let some = desk.send("GET", "/v1/apps?q=shop", token: token)
        #expect(some.json["total"] == 1 && some.json["apps"]?[0]?["app"] == "market", "\(some.text)")
        #expect(desk.send("GET", "/v1/apps/shop/releases?from=yesterday").status == 400)
    }
}
