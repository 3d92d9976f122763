import ReleaseStore

extension EndpointTable {
    static let apps: [Endpoint] = [
        Endpoint(
            id: .whoami, method: .get, path: PathTemplate("/v1/whoami"), access: .token,
            summary: "The token's name, role and apps, and what it may do.", success: .init(200, .reference("Identity"))
        ),
        Endpoint(
            id: .listApps, method: .get, path: PathTemplate("/v1/apps"), access: .token,
            summary: "The apps that the token may read.", query: pageQuery(.text()),
            success: .init(200, page("apps", of: "App"))),
        Endpoint(
            id: .createApp, method: .post, path: PathTemplate("/v1/apps"), access: .unlimited(.admin),
            summary: "Makes an app with an empty draft.", request: .reference("NewApp"),
            success: .init(201, .reference("App"))),
        Endpoint(
            id: .readApp, method: .get, path: PathTemplate("/v1/apps/{app}"), access: .role(.viewer),
            summary: "An app with its channels.", success: .init(200, .reference("App"))),
        Endpoint(
            id: .updateApp, method: .patch, path: PathTemplate("/v1/apps/{app}"), access: .unlimited(.admin),
            summary: "Changes title or polling; members left out stay.", precondition: .app,
            request: .reference("AppChanges"), success: .init(200, .reference("App"))),
        Endpoint(
            id: .deleteApp, method: .delete, path: PathTemplate("/v1/apps/{app}"), access: .unlimited(.admin),
            summary: "Deletes an app; its name is never used again.", precondition: .app, success: .init(204)),
        Endpoint(
            id: .readExpectations, method: .get, path: PathTemplate("/v1/apps/{app}/expectations"),
            access: .role(.viewer), summary: "The stored test addresses.",
            success: .init(200, .reference("Expectations"))),
        Endpoint(
            id: .replaceExpectations, method: .put, path: PathTemplate("/v1/apps/{app}/expectations"),
            access: .role(.editor), summary: "Replaces the stored test addresses.", precondition: .expectations,
            request: .reference("NewExpectations"), success: .init(200, .reference("Expectations"))),
        Endpoint(
            id: .putScreens, method: .put, path: PathTemplate("/v1/apps/{app}/screens/{platform}/{version}"),
            access: .role(.editor), summary: "A build's screens and the parameters they need.",
            request: .reference("Screens"), success: .init(200, .reference("Screens"))),
        Endpoint(
            id: .listScreens, method: .get, path: PathTemplate("/v1/apps/{app}/screens"), access: .role(.viewer),
            summary: "The screens of all builds that were told.",
            success: .init(
                200,
                .object(
                    ["screens": .list(.reference("BuildScreens")), "next": .nullable(.text())],
                    required: ["screens", "next"]))),
        Endpoint(
            id: .deleteScreens, method: .delete, path: PathTemplate("/v1/apps/{app}/screens/{platform}/{version}"),
            access: .role(.editor), summary: "Forgets a build's screens: nobody has it any more, or it never was.",
            success: .init(204)),
    ]

    static func page(_ name: String, of component: String) -> Schema {
        .object([name: .list(.reference(component)), "next": .nullable(.text())], required: [name, "next"])
    }
}
