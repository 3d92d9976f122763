import Foundation
import TestSupport
import Testing

@Suite("Commands for test addresses, apps, channels, releases and screens", .scheduled, .serialized)
struct ExpectCommandTests {
    @Test("test addresses are added, listed, run and removed; one that fails blocks a publish")
    func expectations() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        let app = ["--app", "shop"]
        let item = "https://shop.example/item/1"
        #expect(try server.command(["expect", "add", item] + app).status == 2)
        try server.done("expect", "add", item, "--screen", "Item", "--context", "platform=ios", "--app", "shop")
        try server.done("expect", "add", "https://shop.example/nothing", "--unmatched", "--app", "shop")
        let list = try server.done("expect", "list", "--app", "shop")
        #expect(list.contains("platform") && list.contains("\"unmatched\":true"), "\(list)")
        #expect(try server.done("expect", "run", "--app", "shop").contains("2 of 2"))
        try server.done("rules", "delete", "--app", "shop", "item")
        let run = try server.command(["expect", "run"] + app)
        #expect(run.status == 1 && run.output.contains("1 of 2") && run.output.contains(item), "\(run.output)")
        #expect(try server.command(["publish", "--message", "m"] + app).status == 1)
        #expect(try server.command(["expect", "remove", "https://none.example"] + app).status == 1)
        try server.done("expect", "remove", item, "--app", "shop")
        try server.done("publish", "--message", "m", "--app", "shop")
        try server.done("expect", "put", "-", "--app", "shop", input: "[]")
        #expect(try server.done("expect", "list", "--app", "shop").contains("there are none"))
    }

    @Test("apps are changed, channels listed, releases compared, screens stored; --json prints one document")
    func others() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        #expect(try server.command(["app", "change", "shop"]).status == 2)
        #expect(try server.done("app", "change", "shop", "--title", "Shop", "--poll-interval", "30").contains("Shop"))
        try server.done("publish", "--app", "shop", "--message", "one")
        try server.done("rules", "delete", "--app", "shop", "cart")
        try server.done("publish", "--app", "shop", "--message", "two")
        #expect(try server.done("channel", "list", "--app", "shop").contains("production  2"))
        #expect(try server.done("diff", "1", "2", "--app", "shop").contains("cart"))
        #expect(try server.command(["diff", "1", "--app", "shop"]).status == 2)
        let screens = try server.done(
            "screens", "put", "ios", "1.0", "-", "--app", "shop", input: #"{"screens":{"Item":["id"]}}"#)
        #expect(screens.contains("1 screens of ios 1.0"))
        let listed = try server.done("screens", "list", "--app", "shop")
        #expect(listed.contains("PLATFORM") && listed.contains("Item"), "\(listed)")
        #expect(try server.done("screens", "remove", "ios", "1.0", "--app", "shop").contains("forgotten"))
        #expect(try server.done("screens", "list", "--app", "shop").contains("there are none"))
        #expect(try server.command(["screens", "remove", "ios", "1.0", "--app", "shop"]).status == 3)
        for list in [["history", "--app", "shop"], ["rules", "list", "--app", "shop"], ["audit"], ["token", "list"]] {
            let output = try server.command(list + ["--json"]).output
            let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            #expect(object?["next"] is NSNull, "\(list): \(output)")
        }
    }
}
