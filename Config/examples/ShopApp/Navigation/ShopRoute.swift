import RouteNavigation

/// The pages of the shop.
///
/// The name of a case is the name of the screen in rules; its values are the parameters.
enum ShopRoute: TypedRoute {
    // The first screens of the tabs.
    case catalog
    case basket
    case account
    // Pushed.
    case product(Int)
    case orders
    // Over everything.
    case offer(code: String)
    case login
    case page(address: String)

    static let base = "https://shop.example.com"
}

/// The tabs, in order.
enum ShopTab: String, CaseIterable {
    case catalog
    case basket
    case account
}
