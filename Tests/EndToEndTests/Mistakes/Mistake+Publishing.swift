extension Mistake {
    /// Releases, restores, copies and test addresses.
    static let publishing: [Mistake] = [
        .command("publish --app shop", 2, "--message is missing", "see `waymark help release publish`"),
        .command(
            "publish --app shop --message", 2, "--message needs a value: --message TEXT",
            "see `waymark help release publish`"),
        .command(
            "publish --app shop --message m --channel prodution", 3,
            #"There is no channel "prodution" of shop. Did you mean "production"? To make it, add"#,
            "`waymark channel list` shows which there are"),
        .command(
            "publish --app shop --message m --channel prodution --create-channel", 2,
            "--public or --private is missing",
            "give --public if the rules of this channel are no secret, else --private"),
        .command(
            "publish --app shop --message m --private", 0, "the channel stays public: only `waymark channel change`"),
        .command(
            "publish --app shop --message m --only crat", 3,
            "--only names crat, which neither the draft nor the release has; did you mean cart?"),
        .command(
            "publish --app shrinking --message m", 3,
            "This publish would remove the only rule that production serves in release 1.",
            "If this is intended, add --allow-shrink."),
        .command(
            "rules restore cart --from 99 --app shop", 3, "There is no release 99 of shop.",
            "`waymark release list` shows which there are"),
        .command(
            "rules restore crat --from 1 --app shop", 3,
            "release 1 of shop has no rule crat; `waymark rules history` lists the releases that"),
        .command(
            "rules disable crat --app shop", 3, "There is no rule crat in the draft.",
            "`waymark rules list` shows which there are"),
        .command(
            "draft discard crat --app shop", 1,
            "invalid-value: there is no rule crat in the draft or in the release that production",
            #"Did you mean "cart"?"#),
        .command("rules copy crat --app shop --to other", 1, "there is no rule crat", "did you mean cart?"),
        .command(
            "draft push none --app shop", 2, "none has neither settings.json nor rules/*.json",
            "`waymark draft pull` makes such a folder"),
        .command(
            "expect add https://shop.example/cart --app shop", 2,
            "give one of --screen, --address, --answer, --systems, --unmatched and --blocked"),
        .command(
            "expect delete https://shop.example/none --app shop", 1,
            "https://shop.example/none is not among the 0 test addresses"),
    ]
}
