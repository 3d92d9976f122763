/// The parts of the patterns and addresses of ``PatternStream``.
enum PatternVocabulary {
    typealias Piece = PatternStream.Piece

    static let schemes: [Piece] =
        Array(repeating: Piece("https", ["https", "https", "https", "https", "https", "HTTPS", "http"]), count: 5) + [
            Piece("http", ["http", "http", "https"]), Piece("http{s}?", ["http", "https", "ftp"]),
            Piece("csdnapp", ["csdnapp", "csdnapp", "csdnapp", "CSDNAPP", "https"]),
            Piece("weixin", ["weixin", "weixin", "app"]),
            Piece("com.shop-app", ["com.shop-app"]), Piece("*", ["https", "app", "ftp"]),
            Piece(":scheme", ["https", "app", "http"]), Piece("wss", ["wss", "ws"]), Piece("ftp", ["ftp"]),
            Piece("APP", ["app"]),
        ]

    static let hosts: [Piece] =
        Array(
            repeating: Piece(
                "bbs.csdn.net", ["bbs.csdn.net", "bbs.csdn.net", "bbs.csdn.net", "BBS.csdn.net", "csdn.net"]), count: 5)
        + [
            Piece("EXAMPLE.com", ["example.com", "Example.COM", "example.com."]),
            Piece("博客.中国", ["博客.中国", "xn--5mqx31d.xn--fiqs8s", "xn--5mqx31d.中国", "%E5%8D%9A客.中国"]),
            Piece("bücher.example", ["bücher.example", "xn--bcher-kva.example", "B%C3%BCcher.example"]),
            Piece("xn--bcher-kva.example", ["bücher.example", "xn--bcher-kva.example"]),
            Piece("%61.example", ["a.example", "%61.example", "A.example"]),
            Piece(
                "*.example.com", ["a.example.com", "a.b.example.com", "example.com", ".example.com", "A.example.com"]),
            Piece(
                ":N.example.com",
                ["a.example.com", "A-1.example.com", "a.b.example.com", "博.example.com", "a%2Eb.example.com"]),
            Piece(":N.bücher.example", ["a.bücher.example", "x.xn--bcher-kva.example"]),
            Piece("{*.}?example.com", ["example.com", "a.b.example.com"]),
            Piece("{www.}?csdn.net", ["csdn.net", "www.csdn.net", "WWW.csdn.net"]),
            Piece(":N(dev|test).h.example", ["dev.h.example", "TEST.h.example", "prod.h.example"]),
            Piece("s:N(\\d+).h.example", ["s1.h.example", "s22.H.example", "sx.h.example", "s.h.example"]),
            Piece("{:N}-cdn.h.example", ["a-cdn.h.example", "a-b-cdn.h.example", "-cdn.h.example"]),
            Piece("127.0.0.1", ["127.0.0.1", "127.1", "0x7f.1"]), Piece("127.1", ["127.0.0.1", "127.1"]),
            Piece("[::1]", ["[::1]", "[0:0::1]"]), Piece("[\\:\\:1]", ["[::1]", "[0:0::1]"]),
            Piece("[2001:DB8::1]", ["[2001:db8::1]"]),
            Piece("localhost", ["localhost", "LOCALHOST"]), Piece("h.example.", ["h.example.", "h.example"]),
            Piece("*", ["h.example", "127.0.0.1", "[::1]"]), Piece(":N", ["localhost", "h.example", "LocalHost"]),
            Piece("a_b.example", ["a_b.example"]), Piece("h..example", ["h..example"]),
        ]

    static let customHosts: [Piece] = [
        Piece("", ["", "h"]), Piece("details", ["details", "Details", "details.2"]),
        Piece("app.csdn.net", ["app.csdn.net", "APP.csdn.net"]),
        Piece("1.2", ["1.2", "1.0.0.2"]), Piece("home!", ["home!", "HOME!"]),
        Piece("博", ["博", "%E5%8D%9A", "xn--9kr"]),
        Piece("%E5%8D%9A.:N", ["博.a", "%E5%8D%9A.A"]), Piece(":N", ["Room", "博", "a.b", ""]),
    ]

    static let ports: [Piece] = [
        Piece(":8080", [":8080", ":8080", "", ":80"]), Piece(":443", [":443", "", ":8080"]), Piece(":80", [":80", ""]),
        Piece(":*", [":1", "", ":443"]), Piece(":08080", [":8080", ":08080"]),
    ]

    static let origins = [
        "https://o.example", "http://o.example:8080", "app://home", "https://博.example", "app://", "https://[::1]",
    ]

    static let literals: [Piece] = [
        Piece("blog", ["blog", "blog", "blog", "Blog", "%62log", "blo"]),
        Piece("item", ["item", "item", "item", "items"]),
        Piece("Skill", ["Skill", "skill", "SKILL"]), Piece("博客", ["博客", "%E5%8D%9A%E5%AE%A2", "%e5%8d%9a客", "博"]),
        Piece("%E5%8D%9A", ["博", "%E5%8D%9A", "%e5%8d%9a"]), Piece("%61b", ["ab", "%61b", "a%62"]),
        Piece("a%20b", ["a%20b", "a b", "a+b"]), Piece("a b", ["a%20b", "a b"]),
        Piece("a%2Fb", ["a%2Fb", "a%2fb", "a/b"]),
        Piece("ä", ["ä", "Ä", "a\u{308}", "%C3%A4"]), Piece("a.b", ["a.b", "a%2Eb", "axb"]),
        Piece("~a", ["~a", "%7Ea"]),
        Piece("a;v=1", ["a;v=1", "a;v=2"]), Piece("\\:x", [":x", "%3Ax"]), Piece("a\\*", ["a*", "a%2A", "ab"]),
        Piece("a\\+b", ["a+b", "a%2Bb", "aab"]), Piece("a=b", ["a=b", "a%3Db"]), Piece("a@b", ["a@b", "a%40b"]),
        Piece("a|b", ["a|b", "a%7Cb"]), Piece("a^b", ["a^b", "a%5Eb"]), Piece("a\"b", ["a\"b", "a%22b"]),
        Piece("100%25", ["100%25", "100%"]), Piece("50%", ["50%", "50%25"]), Piece("'q'", ["'q'", "%27q%27"]),
        Piece("$1!", ["$1!", "%241!"]), Piece("[x]", ["[x]", "%5Bx%5D"]), Piece("\\{x\\}", ["{x}", "%7Bx%7D"]),
        Piece("...", ["...", "..%2E", "%2e%2e."]), Piece("😀", ["😀", "%F0%9F%98%80"]),
    ]

    static let values = [
        "7", "12", "a", "A", "a-b", "a.b", "a.b.html", "x%20y", "博", "%E5%8D%9A", "%2F", "a%2Fb", "%FF", "a%FFb",
        "%2541", "", "",
        "a+b", "a:b", "50%", "%C3%A9", "e\u{301}", "_", "a_b", "~", "'", "!", "$", "a;b=c", "*", "%00", "2026", "(x)",
        "news", "x-y-z",
    ]

    static let suffixes: [Piece] = [
        Piece(".html", [".html", ".html", ".HTML", ".htm", "%2Ehtml"]), Piece("-x", ["-x", "--x", "%2Dx"]),
        Piece("\\:x", [":x"]),
        Piece(".%E5%8D%9A", [".博", ".%e5%8d%9a"]),
    ]

    static let separators: [Piece] = [
        Piece("-", ["-", "-", "--", "%2D", "_"]), Piece(".", [".", "%2E"]), Piece("..", ["..", "."]),
        Piece(",", [",", "%2C"]),
        Piece("@", ["@", "%40"]), Piece("%20", ["%20", " "]), Piece("博", ["博", "%E5%8D%9A"]),
    ]

    static let constraints: [Piece] = [
        Piece("", values), Piece("", values), Piece("(\\d+)", ["7", "12", "a", "", "٣", "1%32", "007"]),
        Piece("(\\d{4})", ["2026", "202", "20261", "%32026"]), Piece("(\\d{2,3})", ["12", "123", "1", "1234"]),
        Piece("(\\w+)", ["a_B9", "a-b", "é"]),
        Piece("([a-z0-9\\-]+)", ["a-1", "A-1", "a_1", "-"]), Piece("([\\w-]+)", ["a-1", "A", "."]),
        Piece("([A-Z]{2,4})", ["AB", "ab", "ABCDE"]),
        Piece("(news|blog)", ["news", "blog", "News", "blogs", "%6Eews"]),
        Piece("(a|ab|abc)", ["a", "ab", "abc", "abcd"]),
        Piece("(博|x)", ["博", "%E5%8D%9A", "x", "y"]), Piece("(a-b|a\\.b)", ["a-b", "a.b", "axb"]),
        Piece("([^/]+)", values),
        Piece("([^\\/]+?)", values), Piece("([a-z.]+)", ["a.b", "a", "A"]), Piece("([\\w.~\\-]+)", ["a.b~c-d", "a b"]),
        Piece("([a-z ]+)", ["a%20b", "ab", "a+b"]), Piece("([!$'a]+)", ["!$'", "a", "%24"]),
        Piece("([\\w%]+)", ["50%", "a%25", "%2541"]),
        Piece("([\\p{L}]+)", ["a"]), Piece("(\\d+|x)", ["1", "x"]), Piece("(.*)", ["a"]), Piece("([^a]+)", ["b"]),
        Piece("(a b)", ["a%20b"]),
        Piece("(A|b)", ["a", "A", "B"]),
    ]

    static let tails = [
        "/a/b", "", "/", "//", "/a", "/a/", "/a/b", "/a//b", "//a", "/a/b/c%2Fd", "/%FF/x", "/博/%20", "/a//", "/.a",
    ]

    static let queryLiterals = ["1", "x", "%E5%8D%9A", "博", "a\\+b", "a%20b", "X", "", "a%26b", "a=b"]

    static let queryValues = [
        "1", "x", "2", "", "%E5%8D%9A", "博", "a+b", "a%20b", "%FF", "X", "a%26b", "news", "7", "12", "a=b", "'", "%31",
    ]

    static let patternEdits = [
        "/", ":", "?", "*", "+", "{", "}", "}?", "(", ")", "\\", "%", "%41", "%2F", "#", "@", "[", "]", ".", "..", "-",
        "&", "=", "!", " ",
        "博", "A", "x", "1", ":z", "\\d", "|", "^", "$", "~", "'", "\"", "<", "\t", "%FF", "\u{0}",
    ]

    static let addressEdits = [
        "/", ":", "?", "*", "%", "%41", "%2F", "#", "@", ".", "..", "-", "&", "=", "\\", "博", "A", "x", "1", "\t",
        "%FF", "//", "%2e", "'", "|",
    ]
}
