extension Mistake {
    /// Names and visibility of channels.
    static let channels: [Mistake] = [
        .command(
            "channel move prodution 1 --app shop", 3, "there is no channel prodution of shop",
            "did you mean production?"),
        .command(
            "channel move staging 99 --app shop", 3, "There is no release 99 of shop.",
            "`waymark release list` shows which there are"),
        .command(
            "channel move staging one --app shop", 2, "VERSION must be a number, not “one”",
            "`waymark release list` shows the numbers"),
        .command(
            "channel move staging 1 --public --private --app shop", 2, "--private and --public exclude each other"),
        .command(
            "channel create staging --app shop", 2, "--public or --private is missing",
            "give --public if the rules of this channel are no secret, else --private"),
        .command(
            "channel create staging --private --app shop", 3, "the channel staging exists already",
            "`waymark channel change` changes its visibility"),
        .command(
            "channel create Staging --private --app shop", 3,
            "Staging is not the name of a channel: write a-z, 0-9, dot, hyphen and underscore"),
        .command(
            "channel delete stagin --app shop", 3, "there is no channel stagin of shop", "did you mean staging?"),
        .command(
            "channel delete staging --app shop", 2,
            "this deletes the channel staging; clients that follow it get no further releases", "add --yes to do it"),
        .command(
            "explain --app shop --channel stagin https://shop.example/cart", 3,
            "the app shop has no channel stagin, or it points at no release yet",
            "`waymark channel list` shows which there are"),
    ]
}
