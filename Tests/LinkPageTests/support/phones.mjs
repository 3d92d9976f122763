// What browsers and apps send, and what the example app's pages are for them. Fields as the makers' programs send them, with
// versions of 2024 and 2025.

const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit}`;
const pixel = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)";
const view = version => `Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1.230804.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${version} Mobile Safari/537.36`;

/**
 * Name, `User-Agent`, platform of the hints (Chromium's browsers send it), size in CSS pixels, and the page of /item/7:
 * `open` has a button that opens the app by the second host (`second`) or by an intent, `inApp` names the item of a menu in
 * English and Chinese, `scan` has a code.
 */
export const phones = [
    {name: "ios-safari", size: [393, 659], open: "second", userAgent: `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`},
    {name: "ios-chrome", size: [390, 664], open: "second", userAgent: `${iPhone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`},
    {name: "android-chrome", size: [412, 785], open: "intent", hint: "Android", userAgent: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"},
    {name: "android-firefox", size: [412, 778], open: "intent", userAgent: "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"},
    {name: "samsung-internet", size: [360, 652], open: "intent", hint: "Android", userAgent: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36"},
    {name: "harmonyos", size: [360, 700], open: "second", userAgent: "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300"},
    {name: "wechat-ios", size: [390, 675], open: "second", inApp: ["Open in Default Browser", "在默认浏览器中打开"], userAgent: `${iPhone} Mobile/15E148 MicroMessenger/8.0.50(0x1800323c) NetType/WIFI Language/zh_CN`},
    {name: "wechat-android", size: [393, 720], inApp: ["Open in Default Browser", "在默认浏览器中打开"], userAgent: `${view("126.0.6478.188")} XWEB/1260117 MMWEBSDK/20240404 MMWEBID/2085 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64`},
    {name: "qq", size: [393, 720], inApp: ["Open in Browser", "用浏览器打开"], userAgent: `${view("109.0.5414.86")} MQQBrowser/6.2 TBS/047221 V1_AND_SQ_9.0.85_7086_YYB_D QQ/9.0.85.17435 NetType/WIFI WebP/0.3.0`},
    {name: "weibo", size: [390, 675], inApp: ["Open in Browser", "在浏览器中打开"], userAgent: `${iPhone} Mobile/15E148 Weibo (iPhone15,2__weibo__14.8.0__iphone__os18.5)`},
    {name: "alipay", size: [393, 720], inApp: ["Open in Browser", "在浏览器打开"], userAgent: `${view("105.0.5195.148")} UCBS/3.22.2.9999 NebulaSDK/1.8.100112 Nebula AlipayDefined(nt:WIFI,ws:393|0|2.75) AliApp(AP/10.6.30.8000) AlipayClient/10.6.30.8000 Language/zh-Hans`},
    {name: "facebook", size: [390, 663], open: "second", inApp: ["Open in external browser", "在外部浏览器中打开"], userAgent: `${iPhone} Mobile/22F76 [FBAN/FBIOS;FBAV/490.0.0.52.105;FBBV/665208470;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]`},
    {name: "instagram", size: [412, 760], open: "intent", inApp: ["Open in external browser", "在外部浏览器中打开"], userAgent: `${view("130.0.6723.107")} Instagram 356.0.0.41.101 Android (34/14; 450dpi; 1080x2209; Xiaomi; 23127PN0CC; houji; qcom; en_US; 658190585)`},
    {name: "line", size: [390, 663], open: "second", inApp: ["Open in other app", "在默认浏览器中打开"], userAgent: `${iPhone} Mobile/15E148 Safari Line/14.19.0 LIFF`},
    {name: "pc", size: [1280, 800], scan: true, hint: "Windows", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"},
];

/** Values of `Accept-Language`, and the `lang` of pages. */
export const languages = {en: ["en-US,en;q=0.9", "en"], zh: ["zh-CN,zh;q=0.9", "zh-Hans"]};
