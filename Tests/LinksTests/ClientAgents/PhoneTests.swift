import LinkAnswers
import TestSupport
import Testing

@Suite("Phones and their in-app browsers", .scheduled)
struct PhoneTests {
    /// What a phone sends, and what it is.
    struct Phone: Sendable, CustomTestStringConvertible {
        var userAgent: String
        var os: OperatingSystem?
        var version: String?
        var inApp: InAppBrowser?

        var testDescription: String { String(userAgent.prefix(70)) }
    }

    private static let apple = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
    private static let chrome = "AppleWebKit/537.36 (KHTML, like Gecko)"

    private static let phones = [
        Phone(
            userAgent:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) \(apple) Version/18.5 Mobile/15E148 Safari/604.1",
            os: .ios, version: "18.5"),
        Phone(
            userAgent:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) \(apple) Mobile/15E148 MicroMessenger/8.0.43(0x18002b2d) NetType/WIFI Language/zh_CN",
            os: .ios, version: "17.1", inApp: .wechat),
        Phone(
            userAgent:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) \(apple) Mobile/15E148 QQ/8.9.78.617 V1_IPH_SQ_8.9.78_1_APP_A Pixel/1170",
            os: .ios, version: "16.6", inApp: .qq),
        Phone(
            userAgent:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) \(apple) Mobile/15E148 Weibo (iPhone14,2__weibo__12.10.0__iphone__os16.0)",
            os: .ios, version: "16.0", inApp: .weibo),
        Phone(
            userAgent:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) \(apple) Mobile/15E148 [FBAN/FBIOS;FBAV/360.0.0.30.113;FBBV/361;FBDV/iPhone13,2]",
            os: .ios, version: "15.4", inApp: .facebook),
        Phone(
            userAgent:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) \(apple) Mobile/15E148 Safari Line/13.20.0",
            os: .ios, version: "17.2", inApp: .line),
        Phone(
            userAgent: "Mozilla/5.0 (Linux; Android 14; Pixel 8) \(chrome) Chrome/131.0.0.0 Mobile Safari/537.36",
            os: .android, version: "14"),
        Phone(
            userAgent:
                "Mozilla/5.0 (Linux; Android 13; M2012K11AC Build/TKQ1.220829.002; wv) \(chrome) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160065 MMWEBSDK/20231002 MicroMessenger/8.0.44.2502(0x28002C37) WeChat/arm64",
            os: .android, version: "13", inApp: .wechat),
        Phone(
            userAgent:
                "Mozilla/5.0 (Linux; Android 12; SM-G991B Build/SP1A; wv) \(chrome) Version/4.0 Chrome/120.0 Mobile Safari/537.36 Instagram 312.0.0.34.111 Android",
            os: .android, version: "12", inApp: .instagram),
        Phone(
            userAgent:
                "Mozilla/5.0 (Linux; U; Android 11; zh-CN; V2055A Build/RP1A) \(chrome) Version/4.0 Chrome/100.0 UWS/3.22.2 Mobile Safari/537.36 UCBS/3.22 NebulaSDK/1.8 AlipayDefined AliApp(AP/10.3.96) AlipayClient/10.3.96 Language/zh-Hans",
            os: .android, version: "11", inApp: .alipay),
        Phone(
            userAgent:
                "Mozilla/5.0 (Linux; Android 10; LIO-AN00 Build/HUAWEI; wv) \(chrome) Version/4.0 Chrome/92.0 Mobile Safari/537.36 aweme_230400 JsSdk/1.0 NetType/WIFI AppName/aweme app_version/23.4.0",
            os: .android, version: "10", inApp: .douyin),
        Phone(
            userAgent:
                "Mozilla/5.0 (Linux; Android 13; SM-A536B; wv) \(chrome) Version/4.0 Chrome/119.0 Mobile Safari/537.36",
            os: .android, version: "13", inApp: .webview),
        Phone(
            userAgent:
                "Mozilla/5.0 (Linux; U; Android 12; zh-cn; 22081212C) \(chrome) Version/4.0 Chrome/98.0 MQQBrowser/13.6 Mobile Safari/537.36",
            os: .android, version: "12"),
        Phone(
            userAgent:
                "Mozilla/5.0 (Phone; OpenHarmony 5.0) \(chrome) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile",
            os: .harmony, version: "5.0"),
        Phone(
            userAgent:
                "Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.13.0.302) \(chrome) Chrome/114.0 HuaweiBrowser/14.0.5.302 Mobile Safari/537.36",
            os: .harmony),
        Phone(
            userAgent:
                "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) \(chrome) Chrome/52.0 Mobile Safari/537.36 Edge/15.15063"
        ),
        Phone(userAgent: ""),
    ]

    @Test("system, version and app", arguments: phones)
    func tells(phone: Phone) {
        let agent = ClientAgent(userAgent: phone.userAgent)
        #expect(agent.os == phone.os)
        #expect(agent.osVersion == phone.version)
        #expect(agent.inApp == phone.inApp)
    }

    @Test(
        "client hints count before the User-Agent, but for HarmonyOS",
        arguments: [
            ("X11; Linux x86_64", "\"Android\"", "\"14.0.0\"", OperatingSystem.android, "14.0.0"),
            ("Windows NT 10.0; Win64; x64", "\"Windows\"", "\"15.0.0\"", .windows, "11"),
            ("Windows NT 10.0; Win64; x64", "\"Windows\"", "\"10.0.0\"", .windows, "10"),
            ("Windows NT 10.0; Win64; x64", "\"Windows\"", "\"0.3.0\"", .windows, "10"),
            ("Macintosh; Intel Mac OS X 10_15_7", "\"macOS\"", "\"14.5.0\"", .macos, "14.5.0"),
            ("Linux; Android 12; HarmonyOS 4.0", "\"Android\"", "\"12.0.0\"", .harmony, "4.0"),
            ("X11; CrOS x86_64 14541.0.0", "\"Chrome OS\"", "\"14541.0.0\"", .linux, "14541.0.0"),
            ("Linux; Android 10; K", "\"Unknown\"", "\"\"", .android, "10"),
            ("Linux; Android 10; K", "\"Android\"", "\"<script>\"", .android, "10"),
        ])
    func hints(device: String, platform: String, version: String, os: OperatingSystem, expected: String) {
        let agent = ClientAgent(
            userAgent: "Mozilla/5.0 (\(device)) \(Self.chrome) Chrome/131.0.0.0 Safari/537.36", platform: platform,
            platformVersion: version)
        #expect(agent.os == os)
        #expect(agent.osVersion == expected)
    }

    @Test("only the beginning of a field is read")
    func isBounded() {
        let filler = String(repeating: "x", count: ClientAgentLimits.fieldBytes)
        #expect(ClientAgent(userAgent: filler + " (iPhone)") == ClientAgent(userAgent: nil))
        let long = "Android " + String(repeating: "1", count: 500)
        #expect(ClientAgent(userAgent: long).osVersion?.utf8.count == ClientAgentLimits.versionBytes)
    }
}
