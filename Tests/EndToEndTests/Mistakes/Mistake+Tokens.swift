extension Mistake {
    /// Tokens: making them, and using them.
    static let tokens: [Mistake] = [
        .command(
            "token create Ada --role owner", 1, "invalid-value: owner is not a role",
            "Known are: viewer, editor, publisher, admin."),
        .command("token create Ada --role editr", 1, "invalid-value: editr is not a role", #"Did you mean "editor"?"#),
        .command("token create Ada", 2, "--role is missing", "give --role viewer, editor, publisher or admin"),
        .command(
            "token create", 2, "NAME is missing",
            "give a name for the new token; without a server, give --database FILE"),
        .command(
            "token create Ada --role editor --app boks", 1, "invalid-value: there is no app boks",
            "Create the app first, or correct its name."),
        .command(
            "token create taken --role viewer", 3,
            "is already called “taken”: choose another name, or rotate or delete that token"),
        .command(
            "token create Ada --role viewer --expires tomorrow", 1, "wrong-type: expiresAt must be an RFC 3339 instant",
            "Write it like 2027-01-31T00:00:00Z."),
        .command(
            "token create Ada --role publisher --app shop --channel shop/stagng", 1,
            "invalid-value: there is no channel stagng of shop",
            #"Did you mean "shop/staging"? Otherwise make the channel first."#),
        .command(
            "token create Ada --role publisher --app shop --channel staging", 2,
            "staging is not a channel of an app", "write --channel APP/CHANNEL, such as --channel shop/staging"),
        .command(
            "token revoke Ada", 3, "there is no token with the id Ada; `waymark token list` shows all with their ids"),
        .command("token revoke taken", 3, "there is no token with the id taken; the token called “taken” has the id "),
        .command("token rotate tkaen", 3, "there is no token with the id tkaen; the token called “taken” has the id "),
        .command("whoami --token abc", 3, "this is not a Waymark token; tokens begin with wmk_"),
        .command(
            "whoami --token wmk_1", 3,
            "this is not a Waymark token; tokens begin with wmk_ and are copied as a whole"),
        .command(
            "app list --token wmk_abcdefghijklmnopqrstuvwxyz234567", 3,
            "the token is unknown, revoked or expired; an admin can create one with `waymark token create`"),
        .command("app list", token: "none", 3, "there is none", "run `waymark login`, or set WAYMARK_TOKEN"),
        .command(
            "login", token: "none", 2, "--token or --token-file is missing",
            "an administrator makes one: waymark token create"),
        .command(
            "rules delete cart --app shop --force", token: "viewer", 3,
            "this requires a token of an editor; yours is of a viewer; an admin can create one with `waymark token"),
        .command(
            "publish --app shop --message m", token: "editor", 3,
            "this requires a token of a publisher; yours is of an editor"),
        .command(
            "rules list --app other", token: "viewer", 3,
            "this token is not valid for the app other; `waymark whoami` shows its apps, and an admin of that app can",
            "create one with `waymark token create`"),
    ]
}
