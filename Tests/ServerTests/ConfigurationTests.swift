import CanonicalJSON
import TestSupport
import Testing

@testable import RouteServer

@Suite("Settings", .scheduled)
struct ConfigurationTests {
    private func sources(
        flags: [String: String] = [:], environment: [String: String] = [:], file: String? = nil
    ) -> ConfigurationSources {
        ConfigurationSources(
            flags: flags, environment: environment, file: file.map { ("w.json", Array($0.utf8)) })
    }

    @Test("a flag overrides a variable, a variable overrides the file, the file overrides the default")
    func order() throws {
        let file = #"{"listen": "file:1", "workers": 7, "loops": 3}"#
        let settings = try ServerSettings(
            sources(
                flags: ["listen": "flag:1"], environment: ["WAYMARK_LISTEN": "variable:1", "WAYMARK_WORKERS": "9"],
                file: file))
        #expect(settings.listen == "flag:1")
        #expect(settings.workers == 9)
        #expect(settings.loops == 3)
        #expect("\(settings.place)" == "waymark.db")
    }

    @Test(
        "expensive requests leave half of the workers of either lane to others",
        arguments: [(16, 16, 4), (16, 4, 2), (4, 16, 2), (16, 1, 1)])
    func expensive(workers: Int, adminWorkers: Int, atOnce: Int) throws {
        let flags = ["workers": "\(workers)", "adminWorkers": "\(adminWorkers)"]
        #expect(try ServerSettings(sources(flags: flags)).expensiveAtOnce == atOnce)
    }

    @Test(
        "an error has its place in the file and the valid name, range or type",
        arguments: [
            (#"{"lisen": "x"}"#, "w.json:1:2", "listen"), (#"{"workers": 0}"#, "w.json:1:2", "from 1 to 64"),
            (#"{"workers": "4"}"#, "w.json:1:2", "whole number"), ("{", "w.json:1:2", ""), ("[]", "w.json", "object"),
            (#"{"logFormat": "xml"}"#, "w.json:1:2", "text, json"), (#"{"loops": 1, "loops": 2}"#, "w.json:1:", ""),
            ("{\n \"trustedProxies\": [\"home\"]}", "", "CIDR"),
        ] as [(String, String, String)])
    func wrong(_ file: String, _ place: String, _ word: String) {
        #expect {
            _ = try ServerSettings(sources(file: file))
        } throws: { error in
            let text = "\(error)"
            return text.contains(place) && text.contains(word)
        }
    }

    @Test(
        "settings that contradict each other are refused with the place of one of them",
        arguments: [
            (#"{"adminListen": null,\n "signInProxies": ["10.0.0.1"]}"#, "w.json:2:2", "adminListen"),
            (#"{"adminListen": "a:1",\n "signInProxies": ["10.0.0.0/0"]}"#, "w.json:2:2", "every peer"),
            (#"{"adminListen": "a:1", "signInProxies": ["home"]}"#, "w.json:1:24", "CIDR"),
            (#"{"signInGroups": ["crew=boss"]}"#, "w.json:1:2", "viewer, editor, publisher, admin"),
            (#"{"signInGroups": ["crew=editor:"]}"#, "w.json:1:2", "GROUP=ROLE:APP+APP"),
            (#"{"signInGroups": ["editor"]}"#, "w.json:1:2", "GROUP=ROLE"),
            (#"{"signInHeader": "Cookie"}"#, "w.json:1:2", "Remote-User"),
            (#"{"signInHeader": "Remote User"}"#, "w.json:1:2", "letters, digits"),
            (#"{"signInGroupsHeader": "remote-user"}"#, "w.json:1:2", "two fields"),
            (#"{"trustedProxies": ["home"]}"#, "w.json:1:2", "CIDR"), (#"{"socketMode": "9"}"#, "w.json:1:2", "octal"),
            (#"{"consoleHosts": ["https://a"]}"#, "w.json:1:2", "without scheme"),
        ] as [(String, String, String)])
    func contradiction(_ file: String, _ place: String, _ word: String) {
        #expect {
            _ = try ServerSettings(sources(file: file.replacing("\\n", with: "\n")))
        } throws: { error in
            let text = "\(error)"
            return text.hasPrefix(place) && text.contains(word)
        }
    }

    @Test("sign-in through proxies that is hardly meant gives a warning, and one as the guide has it gives none")
    func warnings() throws {
        func warnings(_ flags: [String: String]) throws -> [String] {
            let flags = flags.merging(["adminListen": "unix:/run/w.sock"]) { $1 }
            return try ServerSettings(sources(flags: flags)).warnings
        }
        let fine = ["signInProxies": "unix,10.0.0.7", "signInGroups": "crew=editor:shop,ops=admin"]
        #expect(try warnings(fine) == [] && warnings([:]) == [])
        for (changed, word) in [
            (["signInProxies": ""], "no effect"), (["signInGroups": ""], "no person"), (["console": "off"], "console"),
            (["signInGroups": "*=admin"], "every person"), (["signInProxies": "127.0.0.0/8"], "unix socket"),
            (["signInProxies": "::1"], "unix socket"), (["socketMode": "0666"], "every account"),
        ] {
            let found = try warnings(fine.merging(changed) { $1 })
            #expect(found.count == 1 && found.first?.contains(word) == true, "\(found)")
        }
    }

    @Test("an error in a flag or a variable names the flag or the variable")
    func badFlag() {
        #expect { try sources(flags: ["workers": "many"]).choices() } throws: { "\($0)".contains("--workers") }
        #expect { try sources(environment: ["WAYMARK_LOG_LEVEL": "loud"]).choices() } throws: {
            "\($0)".contains("WAYMARK_LOG_LEVEL")
        }
    }

    @Test("the shipped configuration file has every setting with its default")
    func shippedFile() throws {
        let lines = SettingTable.all.map { "  \"\($0.name)\": \($0.fallback.text)" }
        let shipped = "{\n" + lines.joined(separator: ",\n") + "\n}\n"
        try Renewal.expect("Config/deploy/waymark.json", holds: shipped, suite: "ConfigurationTests")
        _ = try ServerSettings(sources(file: shipped))
    }

    @Test("Config/settings.md lists every setting with its default and its meaning")
    func documentation() throws {
        try Renewal.expect("Config/settings.md", holds: SettingTable.document, suite: "ConfigurationTests")
    }

    @Test("names are unique, defaults are valid, and flag and variable are derived from the name")
    func table() throws {
        #expect(Set(SettingTable.all.map(\.name)).count == SettingTable.all.count)
        for setting in SettingTable.all {
            #expect(try setting.checked(setting.fallback) == setting.fallback)
            #expect(setting.meaning.hasSuffix("."))
        }
        #expect(SettingTable.named("adminListen")?.flag == "--admin-listen")
        #expect(SettingTable.named("adminListen")?.variable == "WAYMARK_ADMIN_LISTEN")
    }
}
