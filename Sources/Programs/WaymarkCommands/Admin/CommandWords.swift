/// The server's texts name what a request would contain; a command shows the options that stand for it.
enum CommandWords {
    private static let replacements = [
        (#"send "createChannel": true and "public": true or false"#, "add --create-channel, and --public or --private"),
        (#"To make it, send "public": true or false"#, "`waymark channel create` makes one"),
        (#"send "allowShrink": true"#, "add --allow-shrink"), ("send ?discardEdits=1", "add --force"),
        ("restore with ?discardEdits=1", "add --force"), ("leave ?only= out", "leave --only out"),
        ("with POST /v1/tokens", "with `waymark token create`"), ("GET /v1/tokens lists", "`waymark token list` shows"),
        ("GET /v1/whoami lists", "`waymark whoami` shows"), ("…/history lists", "`waymark rules history` lists"),
    ]

    /// The text with options such as `--limit` instead of parameters such as `?limit=`.
    static func inOptions(_ text: String) -> String {
        var text = text
        for (request, option) in replacements { text = text.replacing(request, with: option) }
        text = text.replacing(/with PUT …\/draft\/rules\/([^ ]+?)\.?$/) { "with `waymark rules replace \($0.1)`." }
        return text.replacing(/\?([a-z]+)=(?= |$)/) { "--\($0.1)" }
    }
}
