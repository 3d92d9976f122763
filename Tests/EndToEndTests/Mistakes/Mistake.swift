/// One mistake of a new user: what is typed, and what the answer must say.
struct Mistake: Sendable {
    enum Typed: Sendable {
        /// Words of `waymark`; `FILE` is a file with this content, which is the standard input too.
        case command(String, file: String?)
        /// A rule beside others in a draft that is then checked.
        case finding(rule: String)
        /// Method and path, and what curl sends with them.
        case request(String, body: String?, fields: [String])
    }

    let typed: Typed
    /// Whose token is sent: `admin`, `editor`, `viewer` or `none`.
    let token: String
    /// The exit code, or the status of the answer to a request.
    let code: Int
    /// Texts that the answer contains: what is wrong, and what to do.
    let texts: [String]

    static func command(
        _ words: String, file: String? = nil, token: String = "admin", _ code: Int, _ texts: String...
    ) -> Mistake {
        Mistake(typed: .command(words, file: file), token: token, code: code, texts: texts)
    }

    /// A rule that `rules add` refuses.
    static func rule(_ rule: String, _ texts: String...) -> Mistake {
        Mistake(typed: .command("rules add --app shop -", file: rule), token: "admin", code: 1, texts: texts)
    }

    static func finding(_ rule: String, _ code: Int, _ texts: String...) -> Mistake {
        Mistake(typed: .finding(rule: rule), token: "admin", code: code, texts: texts)
    }

    static func request(
        _ line: String, body: String? = nil, fields: [String] = ["If-Match: *"], token: String = "admin", _ code: Int,
        _ texts: String...
    ) -> Mistake {
        Mistake(typed: .request(line, body: body, fields: fields), token: token, code: code, texts: texts)
    }
}
