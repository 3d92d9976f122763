extension Mistake {
    /// Command words, options and arguments.
    static let words: [Mistake] = [
        .command("app delete shpo", 3, "There is no app shpo", "`waymark app list` shows which there are"),
        .command(
            "resolve https://shop.example/cart --app shop --appversion 7", 2, "`resolve` has no option --appversion",
            "write --context appVersion=VALUE"),
        .command(
            "audit --since yesterday", 2, "--since takes a time, not “yesterday”",
            "write it like 2030-06-01 or 2030-06-01T08:00:00+02:00"),
        .command("app creat", 2, "unknown command `app creat`", "did you mean `app create`?"),
        .command("apps", 2, "unknown command `apps`", "did you mean `app`?"),
        .command("rules lst --app shop", 2, "unknown command `rules lst`", "did you mean `rules list`?"),
        .command("rule list --app shop", 2, "unknown command `rule list`", "did you mean `rules list`?"),
        .command(
            "rules", 2, "`rules` needs one more word",
            "there is `rules list`, `rules show`, `rules add`, `rules replace`, `rules delete`,"),
        .command("rules delete --app shop", 2, "ID is missing", "see `waymark help rules delete`"),
        .command(
            "rules show cart item --app shop", 2, "“item” is one argument too many",
            "put quotes around an argument with spaces or shell characters"),
        .command("app list --jsn", 2, "`app list` has no option --jsn", "did you mean --json?"),
        .command("app list --app", 2, "`app list` has no option --app", "see `waymark help app list`"),
        .command("publish --ap shop --message m", 2, "`release publish` has no option --ap", "did you mean --app?"),
        .command(
            "draft check --app shop --address", 2, "--address needs a value: --address URL",
            "see `waymark help draft check`"),
        .command(
            "rules list --limt 3 --app shop", 2, "`rules list` has no option --limt", "see `waymark help rules list`"),
        .command("resolve --app shop", 2, "ADDRESS… is missing", "see `waymark help resolve`"),
        .command(
            "explain --app shop --context platform /cart", 2, #"--context: "platform" is not of the form key=value."#,
            "Write for example platform=ios."),
        .command("completion tcsh", 2, "there is no completion for tcsh", "there is bash, zsh, fish"),
        .command("audit list --limit many", 2, "--limit takes a whole number from 1 to 1000, not “many”"),
        .command(
            "draft diff 1 --app shop", 2, "two VERSIONs are needed",
            "to compare a release with the draft, use --against VERSION"),
        .command("channel move staging --app shop", 2, "VERSION is missing", "see `waymark help channel move`"),
        .command(
            "audit list --to yesterday", 2, "--to takes a time, not “yesterday”",
            "write it like 2030-06-01 or 2030-06-01T08:00:00+02:00"),
        .command(
            "draft check --app shop --address https://shop.example/cart --context plaform=ios", 2,
            #"--context: "plaform" in "plaform=ios" is not a key of a context."#,
            #"Did you mean "platform"? Your own values are written attributes.NAME=VALUE."#),
        .command(
            "app list --server localhost:8080", 2, "“localhost:8080” is not the address of a server",
            "write http://HOST:PORT or https://HOST"),
        .command("backup restore", 2, "--database is missing", "give --database or set WAYMARK_DATABASE"),
        .command(
            "app list --server http://127.0.0.1:1", 4, "Connection refused",
            "is the server running? try `waymark health --server http://127.0.0.1:1`"),
        .command("app list --token-file none.txt", 2, "cannot read the token file none.txt: No such file or directory"),
        .command(
            "rules show crat --app shop", 3, "There is no rule crat in the draft.",
            "`waymark rules list` shows which there are"),
        .command(
            "app create Shop", 1, "invalid-value: Shop is not the name of an app",
            "a-z, 0-9, dot, hyphen and underscore, a letter or digit first, at most 32"),
        .command("app create shop", 3, "There is an app shop already. Choose another name."),
        .command("explain --app shpo https://shop.example/cart", 3, "there is no app shpo"),
        .command(
            "resolve --app shop shop.example/cart", 1,
            "→ failed (invalid-address): This is not an address: it has no scheme. Write the whole"),
        .command(
            "draft check --app shop --address /cart --context appVersion=five", 1,
            "→ failed (invalid-address): This is not an address: it has no scheme. Write the whole"),
    ]
}
