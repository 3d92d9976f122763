import CanonicalJSON
import Foundation
import RouteNavigation
import TestSupport
import Testing

@Suite("What a server's pages hand over", .scheduled)
@MainActor
struct HandoverTests {
    private struct Vectors {
        let handover: LinkHandover
        let document: JSONDocument

        init() throws {
            document = try JSONDocument(parsing: PackageRoot.bytes(of: "Config/handover-vectors.json"))
            let texts = { (node: JSONNode?) in Set(node?.elements.compactMap(\.stringValue) ?? []) }
            var seconds: [String: String] = [:]
            for member in try #require(document.root["secondHosts"]).members {
                seconds[member.name] = member.value.stringValue
            }
            handover = LinkHandover(
                hosts: texts(document.root["hosts"]), secondHosts: seconds,
                campaignNames: texts(document.root["campaign"]))
        }
    }

    private static func campaign(_ node: JSONNode) -> [String: String] {
        var values: [String: String] = [:]
        guard let campaign = node["campaign"] else { return values }
        for member in campaign.members { values[member.name] = member.value.stringValue }
        return values
    }

    @Test("arrivals and pasted texts are read as the vectors say")
    func vectors() throws {
        let vectors = try Vectors()
        var count = 0
        for node in try #require(vectors.document.root["cases"]).elements {
            let text = try #require(node["text"]?.stringValue)
            let handed: LinkHandover.Handed?
            switch node["way"]?.stringValue {
            case "arrival": handed = vectors.handover.arriving(text)
            case "paste": handed = vectors.handover.pasted(text)
            default: continue
            }
            count += 1
            #expect(handed?.address == node["link"]?.stringValue, "\(text)")
            #expect((handed?.campaign ?? [:]) == Self.campaign(node), "\(text)")
        }
        #expect(count == 15)
    }

    @Test("a link has at most 8,192 bytes, and a campaign value 256")
    func limits() throws {
        let handover = try Vectors().handover
        let start = "https://go.shop.example/"
        let longest = start + String(repeating: "x", count: 8192 - start.utf8.count)
        #expect(handover.pasted(longest)?.address == longest && handover.pasted(longest + "x") == nil)
        for (count, isKept) in [(256, true), (257, false)] {
            let value = String(repeating: "v", count: count)
            #expect(handover.arriving(start + "?ct=" + value).campaign == (isKept ? ["ct": value] : [:]))
        }
    }

    @Test("a tap on a page opens the first host's link, and tells its campaign once")
    func arrival() throws {
        let address = "https://go.shop.example/item/7?utm_source=mail"
        let scene = Scene([address: .screen("A")]).with(.make("A"))
        let ingress = LinkIngress(router: scene.router) { true }
        ingress.reading.handover = try Vectors().handover
        var told: [[String: String]] = []
        ingress.onCampaign = { told.append($0.campaign) }
        let url = try #require(URL(string: "https://open.shop.example/item/7?utm_source=mail"))
        #expect(ingress.handle(url))
        // The system's second delivery of the same tap.
        #expect(ingress.handle(ActivityEntry(.browsing, webpage: url.absoluteString)))
        #expect(scene.shown?.address == address && told == [["utm_source": "mail"]])
    }

    @Test("a pasted link opens what is exported; other texts open nothing, and are told")
    func paste() throws {
        let scene = Scene(["https://go.shop.example/item/7": .screen("A")]).with(.make("A"))
        let ingress = LinkIngress(router: scene.router) { true }
        var unread: [String] = []
        ingress.onUnread = { unread.append("\($0)") }
        #expect(
            !ingress.handle(pasted: "https://go.shop.example/item/7")
                && unread.last?.contains("set EntryReading.handover") == true)
        ingress.reading.handover = try Vectors().handover
        #expect(!ingress.handle(pasted: "a secret of another app") && unread.count == 2)
        #expect(unread.last?.contains("secret") == false, "what a person copied elsewhere is in no log")
        #expect(
            ingress.handle(pasted: "https://go.shop.example/item/7\n")
                && scene.shown?.address == "https://go.shop.example/item/7")
    }
}
