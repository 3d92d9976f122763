import RouteNavigation

extension ScreenRegistry {
    /// Which screens there are, who may reach them, and how they are shown unless a rule says otherwise.
    ///
    /// `exported` screens can be reached by links from outside; the server cannot open any other.
    static func shop(_ account: Account) -> ScreenRegistry {
        let login = AsyncGuard("login") { _ in
            // The link is kept, and followed after the login.
            account.isSignedIn ? .allow : .redirect(to: "https://shop.example.com/login", resume: true)
        }
        let screens = ScreenRegistry()
        screens.register(["catalog", "basket", "account"], as: ShopRoute.self, exposure: .exported)
        screens.register(["product"], as: ShopRoute.self, exposure: .exported, transition: .show)
        screens.register(["orders"], as: ShopRoute.self, exposure: .exported, transition: .show, guards: [login])
        screens.register(["offer"], as: ShopRoute.self, exposure: .exported, transition: .present)
        screens.register(["login", "page"], as: ShopRoute.self, transition: .present, sameScreen: .ignoreIfSame)
        return screens
    }
}
