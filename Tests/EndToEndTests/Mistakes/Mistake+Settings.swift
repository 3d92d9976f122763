extension Mistake {
    /// Settings of `serve`, tried by `config check`.
    static let settings: [Mistake] = [
        .command(
            "config check --database DATABASE --listen 8080", 1, "8080 is not an address to listen on",
            "write HOST:PORT, such as 127.0.0.1:8080, unix:PATH, or inherited"),
        .command(
            "config check --database DATABASE --listen 127.0.0.1:99999", 1,
            "127.0.0.1:99999 is not an address to listen on",
            "write HOST:PORT, such as 127.0.0.1:8080, unix:PATH, or inherited"),
        .command(
            "config check --database DATABASE --listen localhost:0 --databse x", 2,
            "`config check` has no option --databse", "did you mean --database?"),
        .command(
            "config check --database DATABASE --listen 127.0.0.1:0 --log-level verbose", 2,
            #"--log-level: logLevel is one of debug, info, warning, error, not "verbose""#, #"The default is "info"."#),
        .command(
            "config check --database DATABASE --listen 127.0.0.1:0 --log-level wraning", 2,
            #"--log-level: logLevel is one of debug, info, warning, error, not "wraning""#, #"Did you mean "warning"?"#),
        .command(
            "config check --database DATABASE --listen 127.0.0.1:0 --streams-max many", 2,
            #"--streams-max: streamsMax is a whole number from 0 to 1000000, not "many""#, "The default is 8192."),
        .command(
            "config check --database DATABASE --listen 127.0.0.1:0 --config none.json", 2,
            "none.json cannot be read: No such file or directory"),
        .command(
            "config check --database DATABASE --listen 127.0.0.1:0 extra", 2, "“extra” is one argument too many",
            "put quotes around an argument with spaces or shell characters"),
        .command(
            "config check --listen 127.0.0.1:0 --database none/none/waymark.db", 1,
            "the database none/none/waymark.db cannot be opened: there is no folder none/none",
            "let the server's account write the file and its folder"),
        .command(
            "config check --database DATABASE --listen 127.0.0.1:0 --config FILE", file: #"{"lisen":"127.0.0.1:0"}"#, 2,
            ":1:2: there is no setting lisen", #"Did you mean "listen"?"#),
        .command(
            "config check --database DATABASE --listen 127.0.0.1:0 --config FILE", file: #"{"listen":8080}"#, 2,
            ":1:2: listen is a text, not 8080", "Write it in double quotes."),
        .command(
            "config check --database DATABASE --listen 127.0.0.1:0 --config FILE", file: #"{"listen":"127.0.0.1:0",}"#,
            2, ":1:24: No value follows this comma.", "Remove the trailing comma."),
        .command(
            "config check --database DATABASE --listen 127.0.0.1:0 --config FILE", file: #"{"logLevel":"loud"}"#, 2,
            #":1:2: logLevel is one of debug, info, warning, error, not "loud""#),
    ]
}
