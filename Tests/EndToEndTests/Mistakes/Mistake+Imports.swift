extension Mistake {
    /// Tables of other systems.
    static let imports: [Mistake] = [
        .command(
            "draft import --app shop --dry-run --from csv -", file: "match,screen,screen\n/a,A,B\n", 1,
            "the column “screen” is there twice", "call one of them -, which leaves it out"),
        .command(
            "draft import --app shop --dry-run --from cvs -", file: "", 2, "there is no format cvs",
            "--from takes csv, cnrouter, firebase, jlroutes, netlify, routerx, vercel"),
        .command(
            "draft import --app shop --dry-run --from csv -", file: "", 1, "no column is called match",
            "say with --columns which one has the patterns"),
        .command(
            "draft import --app shop --dry-run --from csv -", file: "match,target\n/a,b\n", 1,
            "there is no column “target”",
            "--columns takes id, match, to, redirect, screen, block, priority, enabled, note,"),
        .command(
            "draft import --app shop --dry-run --from csv -", file: "/a,https://shop.example/b\n", 1,
            "there is no column “/a”",
            "--columns takes id, match, to, redirect, screen, block, priority, enabled, note,"),
        .command(
            "draft import --app shop --dry-run --from csv -", file: "match,redirect\n/a,https://shop.example/b,c\n", 1,
            "import-dropped: “/a” is left out: the line has 3 cells, and the header 2",
            "put a cell that contains a comma in quotes"),
        .command(
            "draft import --app shop --dry-run --from csv -", file: "match,redirect\n\"/a,https://shop.example/b\n", 1,
            "this quoted cell is not closed", "end it with a quotation mark"),
        .command(
            "draft import --app shop --dry-run --from csv -", file: "match;redirect\n/a;https://shop.example/b\n", 1,
            "the header has semicolons and no commas", "separate the cells by commas"),
        .command(
            "draft import --app shop --dry-run --from csv -", file: "match,screen,enabled\n/a,A,maybe\n", 1,
            #"import-dropped: “/a” is left out: "enabled" must be true or false, found a string."#,
            "Write true or false without quotes."),
        .command(
            "draft import --app shop --dry-run --from csv -", file: "match,screen,priority\n/a,A,high\n", 1,
            #"import-dropped: “/a” is left out: "priority" must be an integer, found a string."#,
            "Write it without quotes."),
        .command(
            "draft import --app shop --dry-run --from csv -", file: "match,redirect\n/a,https://evil.example/\n", 1,
            "destination-not-allowed: a: Redirects to https://evil.example are not allowed.",
            #"Add "https://evil.example" to "destinations" in the settings, if that is where the"#),
        .command(
            "draft import --app shop --dry-run --from netlify -", file: "/a\n", 1,
            "import-dropped: “/a” is left out: it has no target", "write: /a /target"),
        .command(
            "draft import --app shop --dry-run --from netlify -", file: "/a https://shop.example/b 999\n", 1,
            "import-dropped: “/a” is left out: 999 is not a status of a redirect", "use 301, 302, 303, 307, 308 or 200"),
        .command(
            "draft import --app shop --dry-run --from routerx -", file: #"{"/a":{"clas":"A"}}"#, 1,
            "import-dropped: “/a” is left out: it has neither a class nor a redirectUrl",
            "add one, or block the address with a rule"),
        .command(
            "draft import --app shop --dry-run --from vercel -", file: #"{"redirect":[]}"#, 1,
            "there is no list of redirects", #"write {"redirects": [{"source": "/a", "destination": "/b"}]}"#),
        .command(
            "draft import --app shop --dry-run --from vercel -", file: #"{"redirects":[{"source":"/a"}]}"#, 1,
            "import-dropped: “/a” is left out: it has no destination", "add the destination"),
        .command(
            "draft import --app shop --dry-run --from jlroutes -", file: "{", 1,
            "line 1, column 2: The document ends inside the object opened at line 1, column 1.", #"Close it with "}"."#),
        .command("draft import --app shop -", file: "{}", 2, "--from is missing", "see `waymark help draft import`"),
        .command("draft import --app shop --from csv none.csv", 2, "cannot read none.csv: No such file or directory"),
        .command(
            "draft import --app shop --dry-run --from csv --columns match,tow -", file: "/a,b\n", 1,
            "there is no column “tow”",
            "did you mean to? --columns takes id, match, to, redirect, screen, block, priority,"),
        .command(
            "draft import --app shop --dry-run --from csv --order random -", file: "match,screen\n/a,A\n", 2,
            "--order takes no “random”", "write keep or specificity"),
    ]
}
