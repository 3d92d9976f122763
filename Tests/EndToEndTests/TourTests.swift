import Foundation
import TestSupport
import Testing

@Suite("waymark-tour with a real server", .scheduled, .serialized)
struct TourTests {
    private func arguments(_ proxy: FaultProxy, _ folder: TemporaryDirectory, _ more: [String] = []) -> [String] {
        [
            "--server", proxy.url, "--app", "shop", "--cache", folder.file("phone"), "--screens", "Item,NewItem,Cart",
            "--members", "Orders", "--hidden", "Menu",
        ] + more
    }

    private func publish(_ server: RunningServer, _ message: String, item: String) throws {
        let rule = #"{"match":["/item/:id"],"to":{"screen":"\#(item)"}}"#
        #expect(try server.admin("PUT", "/v1/apps/shop/draft/rules/item", rule).status == 200)
        try server.done("publish", "--app", "shop", "--message", message)
    }

    @Test("it uses releases while it runs, works without the server, restarts, and receives later releases")
    func story() async throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let first = try RunningServer(database: database)
        try first.makeShop()
        let proxy = try FaultProxy(to: first)
        let phone = try TourSession(arguments(proxy, folder))
        try await phone.expect("launched without rules; links wait for the first ones")
        phone.type("link universalLink https://shop.example/item/7")
        try await phone.expect("waits for the first rules")

        try first.done("publish", "--app", "shop", "--message", "first")
        phone.type("refresh")
        try await phone.expect("* release 1 is in use")
        try await phone.expect("* waiting link: → Item")
        try await phone.expect("Item(id=7)")
        try await phone.expectEver("* connected: releases arrive as they are published")
        phone.type("link push https://shop.example/item/7")
        try await phone.expect("already at Item")

        try publish(first, "second", item: "NewItem")
        try await phone.expect("* release 2 is in use")
        phone.type("https://shop.example/item/8")
        try await phone.expect("→ NewItem")
        try await phone.expect("NewItem(id=8)")

        first.kill()
        try await phone.expectEver("* disconnected: polls for releases")
        phone.type("https://shop.example/cart")
        try await phone.expect("→ Cart")
        phone.type("refresh")
        try await phone.expect("the last good release stays: 2")
        let other = try TourSession(arguments(proxy, folder))
        try await other.expect("launched with release 2 from the index, without network")
        other.type("https://shop.example/item/9")
        try await other.expect("NewItem(id=9)")
        #expect(other.quit() == 0)

        let second = try RunningServer(database: database)
        proxy.move(to: second)
        try publish(second, "third", item: "Item")
        phone.type("refresh")
        try await phone.expect("* release 3 is in use")
        phone.type("back")
        try await phone.expect("back")
        phone.type("https://shop.example/item/10")
        try await phone.expect("Item(id=10)")
        #expect(phone.quit() == 0)
        withExtendedLifetime(proxy) {}
    }

    @Test(
        "a link waits for the login, a link can switch tabs, hidden pages are refused, and other apps get callbacks")
    func navigation() async throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        for (path, screen) in [("orders", "Orders"), ("menu", "Menu"), ("discover", "Discover"), ("x", "Nowhere")] {
            try server.done(
                "rules", "add", "--app", "shop", "-", input: #"{"match":["/\#(path)"],"to":{"screen":"\#(screen)"}}"#)
        }
        for (path, screen) in [("cart", "Cart"), ("orders", "Orders")] {
            let called = #"{"match":["shop://x-callback-url/\#(path)"],"to":{"screen":"\#(screen)"}}"#
            try server.done("rules", "add", "--app", "shop", "-", input: called)
        }
        try server.done("publish", "--app", "shop", "--message", "first")
        let proxy = try FaultProxy(to: server)
        let phone = try TourSession(arguments(proxy, folder, ["--callbacks", "notes", "--pages", "shop.example"]))
        try await phone.expect("* release 1 is in use")
        phone.type("link universalLink https://shop.example/orders")
        try await phone.expect("→ tour://login first; the link waits")
        try await phone.expect("^ Login")
        phone.type("link universalLink https://shop.example/orders?page=2")
        try await phone.expect("* dropped https://shop.example/orders, which waited for a login")
        try await phone.expect("→ tour://login first; the link waits")
        phone.type("login")
        try await phone.expect("the link that waited: → Orders")
        try await phone.expect("Orders(page=2)")
        #expect(!phone.text.contains("^ ^ Login"), "two links that need a login show it once")
        phone.type("logout")
        try await phone.expect("signed out")
        phone.type("link push https://shop.example/menu")
        try await phone.expect("rejected: notExported")
        phone.type("can push https://shop.example/menu")
        try await phone.expect("no")
        phone.type("can internal https://shop.example/menu")
        try await phone.expect("yes")
        phone.type("https://shop.example/discover")
        try await phone.expect("* stack")
        try await phone.expect("*   Discover")
        phone.type("link customScheme shop://x-callback-url/cart?x-success=notes://done")
        try await phone.expect("called notes://done?screen=Cart")
        phone.type("link customScheme shop://x-callback-url/orders?x-success=notes://done&x-error=notes://sorry")
        try await phone.expect("→ tour://login first; the link waits")
        phone.type("login")
        try await phone.expect("the link that waited: → Orders")
        try await phone.expect("called notes://done?screen=Orders")
        #expect(!phone.text.contains("called notes://sorry"), "one result, when the request has ended")
        phone.type("link universalLink https://shop.example/nowhere")
        try await phone.expect("→ https://shop.example/nowhere in the webView")
        phone.type("link universalLink https://shop.example:99999/")
        try await phone.expect("rejected: notAnAddress: the text is not an address")
        #expect(phone.quit() == 0)
        withExtendedLifetime(proxy) {}
    }
}
