extension ContractAnswers {
    /// Written by a test from what the server answers: `WAYMARK_RENEW=1 swift test --filter ContractExampleTests`.
    static let text = #"""
        == createApp
        {"app":"market","createdAt":"2027-01-15T08:00:00Z","poll":{"interval":60,"jitter":15},"revision":1,
        "title":"Market"}
        == listApps
        {"apps":[{"app":"market","createdAt":"2027-01-15T08:00:00Z","poll":{"interval":60,"jitter":15},"revision":1,
        "title":"Market"}],"next":null,"total":1}
        == readApp
        {"app":"market","channels":[{"app":"market","changedAt":"2027-01-15T08:00:00Z","channel":"production",
        "public":true,"sequence":0,"version":null}],"createdAt":"2027-01-15T08:00:00Z","poll":{"interval":60,
        "jitter":15},"revision":1,"title":"Market"}
        == updateApp
        {"app":"market","createdAt":"2027-01-15T08:00:00Z","poll":{"interval":600,"jitter":120},"retentionDays":180,
        "retentionReleases":200,"revision":2,"title":"Market, all countries"}
        == putHost
        {"app":"market","changedAt":"2027-01-15T08:00:00Z","host":"go.market.example","revision":4}
        == listHosts
        {"hosts":[{"app":"market","changedAt":"2027-01-15T08:00:00Z","host":"go.market.example","revision":4}],
        "next":null}
        == readHost
        {"app":"market","changedAt":"2027-01-15T08:00:00Z","host":"go.market.example","revision":4}
        == replaceDraft
        {"findings":[],"revision":2,"rules":3}
        == readDraft
        {"revision":2,"rules":[{"id":"item","match":["/item/:id"],"to":{"parameters":{"tab":"reviews"},
        "screen":"Item"}},{"id":"old-item","match":["/i/:id"],"to":{"redirect":"https://market.example/item/{id}"}},
        {"id":"sale","match":["/sale"],"to":{"screen":"Sale"}}],"settings":{"destinations":["https://market.example"],
        "origins":["https://market.example"]}}
        == replaceSettings
        {"destinations":["https://market.example"],"origins":["https://market.example"],"schemes":["market"]}
        == readSettings
        {"destinations":["https://market.example"],"origins":["https://market.example"],"schemes":["market"]}
        == addRule
        {"id":"summer","match":["/summer","market://summer"],"to":{"screen":"Summer"},
        "when":{"after":"2030-06-01T00:00:00Z"}}
        == replaceRule
        {"id":"old-item","match":["/i/:id"],"note":"links in old letters",
        "to":{"redirect":"https://market.example/item/{id}"},"when":{"appVersion":">=5","platform":["ios","android"]}}
        == readRule
        {"id":"old-item","match":["/i/:id"],"note":"links in old letters",
        "to":{"redirect":"https://market.example/item/{id}"},"when":{"appVersion":">=5","platform":["ios","android"]}}
        == listRules
        {"next":"2","rules":[{"id":"item","match":["/item/:id"],"to":{"parameters":{"tab":"reviews"},"screen":"Item"}},
        {"id":"old-item","match":["/i/:id"],"note":"links in old letters",
        "to":{"redirect":"https://market.example/item/{id}"},"when":{"appVersion":">=5","platform":["ios","android"]}}],
        "total":4}
        == replaceExpectations
        {"expectations":[{"context":{"platform":"ios"},"expect":{"parameters":{"id":"7","tab":"reviews"},
        "screen":"Item"},"url":"https://market.example/item/7"}],"revision":1}
        == readExpectations
        {"expectations":[{"context":{"platform":"ios"},"expect":{"parameters":{"id":"7","tab":"reviews"},
        "screen":"Item"},"url":"https://market.example/item/7"}],"revision":1}
        == putScreens
        {"screens":{"Item":["id","tab?"],"Search":["text"],"Summer":[]}}
        == listScreens
        {"next":null,"screens":[{"platform":"ios","screens":{"Item":["id","tab?"],"Search":["text"],"Summer":[]},
        "version":"5.2.0"}]}
        == readScreens
        {"screens":{"Item":["id","tab?"],"Search":["text"],"Summer":[]}}
        == checkDraft
        {"blocks":false,"findings":[{"code":"not-yet","detail":"The rule holds only from 2030-06-01T00:00:00Z.",
        "hint":"If this is intended, nothing is to be done.","rules":["summer"],"severity":"warning",
        "witness":{"address":"https://market.example/summer","at":"2027-01-15T08:00:00Z","context":{}}}],"revision":6}
        == publish
        {"channel":{"app":"market","changedAt":"2027-01-15T08:00:00Z","channel":"production","public":true,"sequence":1,
        "version":1},"contentDigest":"677c6150d8e62054c5067c8492e0bdb0e85d5e64b384abcfb0e2e251cd5db86c",
        "digest":"b1a64680381261ac07d674c4eb4f66184b166aafd2fd0234332e29e8fd86b6aa","findings":[{"code":"not-yet",
        "detail":"The rule holds only from 2030-06-01T00:00:00Z.","hint":"If this is intended, nothing is to be done.",
        "rules":["summer"],"severity":"warning","witness":{"address":"https://market.example/summer",
        "at":"2027-01-15T08:00:00Z","context":{}}}],"message":"items open in the app",
        "publishedAt":"2027-01-15T08:00:00Z","revision":6,"version":1}
        == listReleases
        {"next":null,"releases":[{"app":"market","author":"admin (environment)","bytes":589,
        "contentDigest":"677c6150d8e62054c5067c8492e0bdb0e85d5e64b384abcfb0e2e251cd5db86c",
        "digest":"b1a64680381261ac07d674c4eb4f66184b166aafd2fd0234332e29e8fd86b6aa","gzipBytes":235,
        "message":"items open in the app","notes":"Ticket 812. Old letters still have /i links.","public":true,
        "publishedAt":"2027-01-15T08:00:00Z","rules":3,"version":1}],"total":1}
        == readAdoption
        {"from":"2027-01-01T08:00:00Z","hours":[],"watchers":[{"channel":"production","count":0}]}
        == readRelease
        {"app":"market","author":"admin (environment)","bytes":589,
        "contentDigest":"677c6150d8e62054c5067c8492e0bdb0e85d5e64b384abcfb0e2e251cd5db86c",
        "digest":"b1a64680381261ac07d674c4eb4f66184b166aafd2fd0234332e29e8fd86b6aa","gzipBytes":235,
        "message":"items open in the app","notes":"Ticket 812. Old letters still have /i links.","public":true,
        "publishedAt":"2027-01-15T08:00:00Z","rules":3,"version":1}
        == readReleaseBody
        {"app":"market","format":1,"order":[[1,0],[0,0],[2,0],[2,1]],"publishedAt":"2027-01-15T08:00:00Z",
        "rules":[{"id":"item","match":["/item/:id"],"to":{"parameters":{"tab":"reviews"},"screen":"Item"}},
        {"id":"old-item","match":["/i/:id"],"to":{"redirect":"https://market.example/item/{id}"},
        "when":{"appVersion":">=5","platform":["ios","android"]}},{"id":"summer","match":["/summer","market://summer"],
        "to":{"screen":"Summer"},"when":{"after":"2030-06-01T00:00:00Z"}}],
        "settings":{"destinations":["https://market.example"],"origins":["https://market.example"],
        "schemes":["market"]},"version":1}
        == readReleaseSurfaces
        {"files":{},"format":1,"rules":{},"settings":{}}
        == readDraftBody
        {"app":"market","format":1,"order":[[1,0],[0,0],[2,0],[3,0],[2,1]],"publishedAt":"2027-01-15T08:00:00Z",
        "rules":[{"id":"item","match":["/item/:id"],"to":{"parameters":{"tab":"reviews"},"screen":"Item"}},
        {"id":"old-item","match":["/i/:id"],"to":{"redirect":"https://market.example/item/{id}"},
        "when":{"appVersion":">=5","platform":["ios","android"]}},{"id":"summer","match":["/summer","market://summer"],
        "to":{"screen":"Summer"},"when":{"after":"2030-06-01T00:00:00Z"}},{"id":"help","match":["/help"],
        "to":{"screen":"Help"}}],"settings":{"destinations":["https://market.example"],
        "origins":["https://market.example"],"schemes":["market"]},"version":2}
        == resolveMany
        {"at":"2027-01-15T08:00:00Z","leftOut":0,"release":1,"resolutions":[{"address":0,"context":0,
        "resolution":{"layers":{"carried":[{"name":"id","value":"7"}],"constants":[{"name":"tab","value":"reviews"}],
        "path":[{"name":"id","value":"7"}],"query":[]},"original":"https://market.example/i/7","outcome":"screen",
        "parameters":{"id":"7","tab":"reviews"},"screen":"Item","trail":[{"alternative":0,
        "from":"https://market.example/i/7","rule":"old-item","to":"https://market.example/item/7"},{"alternative":0,
        "from":"https://market.example/item/7","rule":"item"}],"version":1}},{"address":0,"context":1,
        "resolution":{"layers":{"carried":[],"constants":[],"path":[],"query":[]},
        "original":"https://market.example/i/7","outcome":"unmatched","parameters":{},"trail":[],"version":1}},
        {"address":1,"context":0,"resolution":{"layers":{"carried":[],"constants":[],"path":[],"query":[]},
        "original":"https://market.example/help","outcome":"unmatched","parameters":{},"trail":[],"version":1}},
        {"address":1,"context":1,"resolution":{"layers":{"carried":[],"constants":[],"path":[],"query":[]},
        "original":"https://market.example/help","outcome":"unmatched","parameters":{},"trail":[],"version":1}}]}
        == diagnoseLink
        {"at":"2027-01-15T08:00:00Z",
        "notes":["\"surfaces\" of these rules do not name market.example: its files are not made here"],"opens":false,
        "release":1,
        "steps":[{"next":"name the app of this system in \"surfaces\" of the host, and publish; `waymark surfaces verify` reads what the host really serves",
        "passed":false,"surface":"os","text":"/.well-known/apple-app-site-association is absent, or iOS refuses it"},
        {"passed":true,"surface":"app","text":"the rule old-item shows the screen Item"},{"passed":true,"surface":"web",
        "text":"another server answers market.example"}],"wrong":"os"}
        == diffDraft
        {"added":["help"],"addresses":[{"from":{"layers":{"carried":[],"constants":[],"path":[],"query":[]},
        "original":"https://market.example/help","outcome":"unmatched","parameters":{},"trail":[],"version":0},
        "stored":false,"to":{"layers":{"carried":[],"constants":[],"path":[],"query":[]},
        "original":"https://market.example/help","outcome":"screen","parameters":{},"screen":"Help",
        "trail":[{"alternative":0,"from":"https://market.example/help","rule":"help"}],"version":0},
        "witness":{"address":"https://market.example/help","at":"2027-01-15T08:00:00Z","context":{}}}],
        "addressesLeftOut":0,"against":1,"changed":[],"incomplete":false,"moved":[],"removed":[],"settings":false,
        "witnesses":2}
        == summarizeDraft
        {"added":{"count":1,"rules":["help"]},"authors":["admin (environment)"],"changed":{"count":0,"rules":[]},
        "channel":"production","current":1,"edits":[{"at":"2027-01-15T08:00:00Z","by":"admin (environment)",
        "rule":"help"}],"errors":0,"exists":true,"moved":{"count":0,"rules":[]},"next":2,"public":true,
        "removed":{"count":0,"rules":[]},"revision":7,"rules":4,"sequence":1,"served":3,"settings":false,
        "shrinks":false,"unpublished":true,"warnings":1}
        == diffReleases
        {"added":["help"],"addresses":[{"from":{"layers":{"carried":[],"constants":[],"path":[],"query":[]},
        "original":"https://market.example/help","outcome":"unmatched","parameters":{},"trail":[],"version":0},
        "stored":false,"to":{"layers":{"carried":[],"constants":[],"path":[],"query":[]},
        "original":"https://market.example/help","outcome":"screen","parameters":{},"screen":"Help",
        "trail":[{"alternative":0,"from":"https://market.example/help","rule":"help"}],"version":0},
        "witness":{"address":"https://market.example/help","at":"2027-01-15T08:00:00Z","context":{}}}],
        "addressesLeftOut":0,"changed":[],"incomplete":false,"moved":[],"removed":[],"settings":false,"witnesses":2}
        == ruleHistory
        {"edits":[{"action":"rule.replace","after":{"id":"old-item","match":["/i/:id"],"note":"links in old letters",
        "to":{"redirect":"https://market.example/item/{id}"},"when":{"appVersion":">=5","platform":["ios","android"]}},
        "at":"2027-01-15T08:00:00Z","before":{"id":"old-item","match":["/i/:id"],
        "to":{"redirect":"https://market.example/item/{id}"}},"by":"admin (environment)","change":"changed",
        "sequence":12},{"action":"draft.replace","after":{"id":"old-item","match":["/i/:id"],
        "to":{"redirect":"https://market.example/item/{id}"}},"at":"2027-01-15T08:00:00Z","by":"admin (environment)",
        "change":"added","sequence":9}],"editsIncomplete":false,"next":null,"releases":[{"author":"admin (environment)",
        "message":"items open in the app","notes":"Ticket 812. Old letters still have /i links.",
        "publishedAt":"2027-01-15T08:00:00Z","rule":{"id":"old-item","match":["/i/:id"],"note":"links in old letters",
        "to":{"redirect":"https://market.example/item/{id}"},"when":{"appVersion":">=5","platform":["ios","android"]}},
        "version":1}],"rule":"old-item"}
        == restoreRelease
        {"channel":{"app":"market","changedAt":"2027-01-15T08:00:00Z","channel":"production","public":true,"sequence":3,
        "version":3},"contentDigest":"677c6150d8e62054c5067c8492e0bdb0e85d5e64b384abcfb0e2e251cd5db86c",
        "digest":"5b151e3aa345b32b5b57ffca7f5d2d7e486c6ebb2d251311d39a434e518d1a90","findings":[{"code":"not-yet",
        "detail":"The rule holds only from 2030-06-01T00:00:00Z.","hint":"If this is intended, nothing is to be done.",
        "rules":["summer"],"severity":"warning","witness":{"address":"https://market.example/summer",
        "at":"2027-01-15T08:00:00Z","context":{}}}],"message":"back to the first release",
        "publishedAt":"2027-01-15T08:00:00Z","revision":8,"version":3}
        == restoreRule
        {"id":"old-item","match":["/i/:id"],"note":"links in old letters",
        "to":{"redirect":"https://market.example/item/{id}"},"when":{"appVersion":">=5","platform":["ios","android"]}}
        == resolveInDraft
        {"layers":{"carried":[],"constants":[],"path":[],"query":[]},"original":"https://market.example/help",
        "outcome":"screen","parameters":{},"screen":"Help","trail":[{"alternative":0,
        "from":"https://market.example/help","rule":"help"}],"version":0}
        == discardDraft
        {"discarded":{"count":1,"rules":["help"]},"revision":12,"rules":3,"settings":false}
        == moveChannel
        {"app":"market","changedAt":"2027-01-15T08:00:00Z","channel":"production","public":true,"sequence":4,
        "version":2}
        == readChannel
        {"app":"market","changedAt":"2027-01-15T08:00:00Z","channel":"production","public":true,"sequence":4,
        "version":2}
        == head
        {"app":"market",
        "body":"/v1/apps/market/bodies/9a4d849fef87f6bbdfa207901626bd4b04a5093dc8ec400d8d51cc085fda741b",
        "channel":"production","digest":"9a4d849fef87f6bbdfa207901626bd4b04a5093dc8ec400d8d51cc085fda741b",
        "epoch":1800000000,"index":{"digest":"c7d877ece31ff3dd11b64d62269d80e04fb01e1d5f17af77e7bb8fd4199c5109",
        "format":3},"poll":{"interval":600,"jitter":120},"sequence":4,"version":2}
        == body
        {"app":"market","format":1,"order":[[1,0],[0,0],[2,0],[3,0],[2,1]],"publishedAt":"2027-01-15T08:00:00Z",
        "rules":[{"id":"item","match":["/item/:id"],"to":{"parameters":{"tab":"reviews"},"screen":"Item"}},
        {"id":"old-item","match":["/i/:id"],"to":{"redirect":"https://market.example/item/{id}"},
        "when":{"appVersion":">=5","platform":["ios","android"]}},{"id":"summer","match":["/summer","market://summer"],
        "to":{"screen":"Summer"},"when":{"after":"2030-06-01T00:00:00Z"}},{"id":"help","match":["/help"],
        "to":{"screen":"Help"}}],"settings":{"destinations":["https://market.example"],
        "origins":["https://market.example"],"schemes":["market"]},"version":2}
        == currentRules
        {"app":"market","format":1,"order":[[1,0],[0,0],[2,0],[3,0],[2,1]],"publishedAt":"2027-01-15T08:00:00Z",
        "rules":[{"id":"item","match":["/item/:id"],"to":{"parameters":{"tab":"reviews"},"screen":"Item"}},
        {"id":"old-item","match":["/i/:id"],"to":{"redirect":"https://market.example/item/{id}"},
        "when":{"appVersion":">=5","platform":["ios","android"]}},{"id":"summer","match":["/summer","market://summer"],
        "to":{"screen":"Summer"},"when":{"after":"2030-06-01T00:00:00Z"}},{"id":"help","match":["/help"],
        "to":{"screen":"Help"}}],"settings":{"destinations":["https://market.example"],
        "origins":["https://market.example"],"schemes":["market"]},"version":2}
        == releaseRules
        {"app":"market","format":1,"order":[[1,0],[0,0],[2,0],[3,0],[2,1]],"publishedAt":"2027-01-15T08:00:00Z",
        "rules":[{"id":"item","match":["/item/:id"],"to":{"parameters":{"tab":"reviews"},"screen":"Item"}},
        {"id":"old-item","match":["/i/:id"],"to":{"redirect":"https://market.example/item/{id}"},
        "when":{"appVersion":">=5","platform":["ios","android"]}},{"id":"summer","match":["/summer","market://summer"],
        "to":{"screen":"Summer"},"when":{"after":"2030-06-01T00:00:00Z"}},{"id":"help","match":["/help"],
        "to":{"screen":"Help"}}],"settings":{"destinations":["https://market.example"],
        "origins":["https://market.example"],"schemes":["market"]},"version":2}
        == events
        {"data":"{\"app\":\"market\",\"body\":\"/v1/apps/market/bodies/9a4d849fef87f6bbdfa207901626bd4b04a5093dc8ec400d8d51cc085fda741b\",\"channel\":\"production\",\"digest\":\"9a4d849fef87f6bbdfa207901626bd4b04a5093dc8ec400d8d51cc085fda741b\",\"epoch\":1800000000,\"index\":{\"digest\":\"c7d877ece31ff3dd11b64d62269d80e04fb01e1d5f17af77e7bb8fd4199c5109\",\"format\":3},\"poll\":{\"interval\":600,\"jitter\":120},\"sequence\":4,\"version\":2}",
        "event":"head","id":"1800000000-4"}
        == resolve
        {"explanation":[{"address":"https://market.example/i/7","candidates":[{"alternative":0,"rule":"old-item",
        "verdict":"won"}]},{"address":"https://market.example/item/7","candidates":[{"alternative":0,"rule":"item",
        "verdict":"won"}]}],"layers":{"carried":[{"name":"id","value":"7"}],"constants":[{"name":"tab",
        "value":"reviews"}],"path":[{"name":"id","value":"7"}],"query":[]},"original":"https://market.example/i/7",
        "outcome":"screen","parameters":{"id":"7","tab":"reviews"},"screen":"Item","trail":[{"alternative":0,
        "from":"https://market.example/i/7","rule":"old-item","to":"https://market.example/item/7"},{"alternative":0,
        "from":"https://market.example/item/7","rule":"item"}],"version":2}
        == resolveWithContext
        {"layers":{"carried":[{"name":"id","value":"7"}],"constants":[{"name":"tab","value":"reviews"}],
        "path":[{"name":"id","value":"7"}],"query":[]},"original":"https://market.example/i/7","outcome":"screen",
        "parameters":{"id":"7","tab":"reviews"},"screen":"Item","trail":[{"alternative":0,
        "from":"https://market.example/i/7","rule":"old-item","to":"https://market.example/item/7"},{"alternative":0,
        "from":"https://market.example/item/7","rule":"item"}],"version":2}
        == engine
        {"files":[{"bytes":8,"gzipBytes":235,"integrity":"sha256-k6RLu5bHUSGOTADUeeTBQ1gSKjiazKFiBbHk0NxflHY=",
        "mediaType":"application/wasm","name":"waymark-engine.wasm",
        "path":"/v1/engine/waymark-engine.93a44bbb96c75121.wasm"},{"bytes":24,"gzipBytes":235,
        "integrity":"sha256-VhYIbeAqtlWm1919ADH/3u+AcF184sSUr/GjOfnXgys=","mediaType":"text/javascript",
        "name":"waymark.mjs","path":"/v1/engine/waymark.5616086de02ab655.mjs"}]}
        == whoami
        {"apps":"all","id":"8d3f1a6b20c4e795","may":["whoami","listApps","createApp","readApp","updateApp","deleteApp",
        "readExpectations","replaceExpectations","putScreens","readScreens","listScreens","deleteScreens","readDraft",
        "replaceDraft","readSettings","replaceSettings","listRules","addRule","readRule","replaceRule","deleteRule",
        "ruleHistory","restoreRule","checkDraft","diffDraft","resolveInDraft","summarizeDraft","discardDraft","publish",
        "listReleases","readRelease","diffReleases","restoreRelease","readChannel","moveChannel","deleteChannel",
        "listTokens","createToken","rotateToken","deleteToken","audit","exportAudit","cutAudit","readAuditRow","backup",
        "readRetention","runRetention","readServerSettings","readDraftBody","readReleaseBody","resolveMany",
        "diagnoseLink","listHosts","readHost","putHost","deleteHost","readReleaseSurfaces","changes","readAdoption",
        "listNodes","listSessions","deleteSession","createSignInLink"],"name":"admin (environment)","role":"admin"}
        == changes
        {"data":"{\"action\":\"rule.add\",\"app\":\"market\",\"at\":\"2027-01-15T08:00:00Z\",\"by\":\"admin (environment)\",\"rule\":\"help\",\"subject\":\"draft\"}",
        "event":"change","id":"24"}
        == createToken
        {"apps":["market"],"createdAt":"2027-01-15T08:00:00Z","createdBy":"8d3f1a6b20c4e795","id":"8d3f1a6b20c4e795",
        "name":"build server","role":"editor","token":"wmk_shown-once"}
        == listTokens
        {"next":null,"tokens":[{"apps":"all","createdAt":"2027-01-15T08:00:00Z","id":"8d3f1a6b20c4e795",
        "lastUsedAt":"2027-01-15T08:00:00Z","name":"admin (environment)","role":"admin"},{"apps":["market"],
        "createdAt":"2027-01-15T08:00:00Z","createdBy":"8d3f1a6b20c4e795","id":"8d3f1a6b20c4e795","name":"build server",
        "role":"editor"}]}
        == rotateToken
        {"apps":["market"],"createdAt":"2027-01-15T08:00:00Z","createdBy":"8d3f1a6b20c4e795","id":"8d3f1a6b20c4e795",
        "name":"build server","previousUntil":"2027-01-15T09:00:00Z","role":"editor","token":"wmk_shown-once"}
        == createSignInLink
        {"expiresAt":"2027-01-15T08:10:00Z","path":"/console/#cLy0SJ5Ui5nYk3yDIb9fHw"}
        == readPerson
        {"person":null}
        == signIn
        {"apps":"all","id":"8d3f1a6b20c4e795","may":["whoami","listApps","createApp","readApp","updateApp","deleteApp",
        "readExpectations","replaceExpectations","putScreens","readScreens","listScreens","deleteScreens","readDraft",
        "replaceDraft","readSettings","replaceSettings","listRules","addRule","readRule","replaceRule","deleteRule",
        "ruleHistory","restoreRule","checkDraft","diffDraft","resolveInDraft","summarizeDraft","discardDraft","publish",
        "listReleases","readRelease","diffReleases","restoreRelease","readChannel","moveChannel","deleteChannel",
        "listTokens","createToken","rotateToken","deleteToken","audit","exportAudit","cutAudit","readAuditRow","backup",
        "readRetention","runRetention","readServerSettings","readDraftBody","readReleaseBody","resolveMany",
        "diagnoseLink","listHosts","readHost","putHost","deleteHost","readReleaseSurfaces","changes","readAdoption",
        "listNodes","listSessions","deleteSession"],"name":"admin (environment)","role":"admin",
        "session":{"createdAt":"2027-01-15T08:00:00Z","endsAt":"2027-01-22T08:00:00Z","id":"8d3f1a6b20c4e795",
        "idleSeconds":28800,"origin":"link"}}
        == readSession
        {"apps":"all","id":"8d3f1a6b20c4e795","may":["whoami","listApps","createApp","readApp","updateApp","deleteApp",
        "readExpectations","replaceExpectations","putScreens","readScreens","listScreens","deleteScreens","readDraft",
        "replaceDraft","readSettings","replaceSettings","listRules","addRule","readRule","replaceRule","deleteRule",
        "ruleHistory","restoreRule","checkDraft","diffDraft","resolveInDraft","summarizeDraft","discardDraft","publish",
        "listReleases","readRelease","diffReleases","restoreRelease","readChannel","moveChannel","deleteChannel",
        "listTokens","createToken","rotateToken","deleteToken","audit","exportAudit","cutAudit","readAuditRow","backup",
        "readRetention","runRetention","readServerSettings","readDraftBody","readReleaseBody","resolveMany",
        "diagnoseLink","listHosts","readHost","putHost","deleteHost","readReleaseSurfaces","changes","readAdoption",
        "listNodes","listSessions","deleteSession"],"name":"admin (environment)","role":"admin",
        "session":{"createdAt":"2027-01-15T08:00:00Z","endsAt":"2027-01-22T08:00:00Z","id":"8d3f1a6b20c4e795",
        "idleSeconds":28800,"origin":"link"}}
        == listSessions
        {"next":null,"sessions":[{"address":"192.0.2.1","createdAt":"2027-01-15T08:00:00Z","current":false,
        "endsAt":"2027-01-22T08:00:00Z","id":"8d3f1a6b20c4e795","lastUsedAt":"2027-01-15T08:00:00Z",
        "name":"admin (environment)","origin":"link","role":"admin","tokenId":"8d3f1a6b20c4e795"}]}
        == audit
        {"audit":[{"action":"channel.delete","app":"market","at":"2027-01-15T08:00:00Z","before":{"channel":"beta",
        "public":false,"sequence":1,"version":1},"by":"admin (environment)","from":"192.0.2.1",
        "hash":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c",
        "previousHash":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f","sequence":28,
        "token":"8d3f1a6b20c4e795"}],"next":"28"}
        == readAuditRow
        {"changes":[{"after":{"id":"old-item","match":["/i/:id"],"note":"links in old letters",
        "to":{"redirect":"https://market.example/item/{id}"},"when":{"appVersion":">=5","platform":["ios","android"]}},
        "before":{"id":"old-item","match":["/i/:id"],"to":{"redirect":"https://market.example/item/{id}"}},
        "change":"changed","rule":"old-item"}],"complete":true,"next":null,"row":{"action":"rule.replace",
        "after":{"revision":5,"rule":{"id":"old-item","match":["/i/:id"],"note":"links in old letters",
        "to":{"redirect":"https://market.example/item/{id}"},"when":{"appVersion":">=5","platform":["ios","android"]}}},
        "app":"market","at":"2027-01-15T08:00:00Z","before":{"revision":4,"rule":{"id":"old-item","match":["/i/:id"],
        "to":{"redirect":"https://market.example/item/{id}"}}},"by":"admin (environment)","from":"192.0.2.1",
        "hash":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c",
        "previousHash":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f","sequence":12,
        "token":"8d3f1a6b20c4e795"},"total":1}
        == exportAudit
        "{\"action\":\"app.create\",\"after\":{\"poll\":{\"interval\":60,\"jitter\":15},\"revision\":1,\"title\":\"Market\"},\"app\":\"market\",\"at\":\"2027-01-15T08:00:00Z\",\"by\":\"admin (environment)\",\"from\":\"192.0.2.1\",\"hash\":\"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c\",\"previousHash\":\"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f\",\"sequence\":2,\"token\":\"8d3f1a6b20c4e795\"}\n"
        == cutAudit
        {"more":false,"rows":0}
        == readRetention
        {"next":null,"retention":[{"app":"market","bytes":0,"keepDays":180,"keepReleases":200,"releases":0,
        "unusedChannels":[],"unusedScreens":[],"versions":[]}]}
        == runRetention
        {"more":false,"removed":[]}
        == readServerSettings
        {"next":"adminListen","settings":[{"changesBy":"restart","name":"listen","source":"--listen",
        "value":"127.0.0.1:0"},{"changesBy":"restart","name":"adminListen","source":"default","value":null}]}
        == listNodes
        {"away":false,"nodes":[{"answers":true,"behindSeconds":0,"name":"paris-1","position":"1800000000.38",
        "seenAt":"2027-01-15T08:00:00Z","startedAt":"2027-01-15T08:00:00Z","version":"0.3.0"}],"store":"sqlite"}
        == health
        {"status":"ok"}
        == ready
        {"checks":{"database":{"ok":true},"releases":{"detail":"1 apps in memory","ok":true},"traffic":{"ok":true}},
        "ready":true}
        == metrics
        "# HELP waymark_channel_version The release that a channel points at.\n# TYPE waymark_channel_version gauge\nwaymark_channel_version{app=\"market\",channel=\"production\"} 2\n"
        == refusal 400
        {"detail":"there is no parameter ?limt= here. Did you mean \"limit\"?",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":400,
        "title":"The request cannot be understood","type":"urn:waymark:problem:bad-request"}
        == refusal 401
        {"detail":"send Authorization: Bearer wmk_…; an admin can create a token with POST /v1/tokens",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":401,"title":"A token is required",
        "type":"urn:waymark:problem:unauthorized"}
        == refusal 403
        {"detail":"this requires a token of an editor; yours is of a viewer; an admin can create one with POST /v1/tokens",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":403,
        "title":"The token has no right to do this","type":"urn:waymark:problem:forbidden"}
        == refusal 404
        {"detail":"the app shop has no channel staging, or it points at no release yet",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","missing":"channel","status":404,"title":"Not found",
        "type":"urn:waymark:problem:not-found"}
        == refusal 405
        {"detail":"PATCH is not one of GET, PUT, HEAD, OPTIONS",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":405,
        "title":"The resource does not support this method","type":"urn:waymark:problem:method-not-allowed"}
        == refusal 409
        {"detail":"There is an app shop already. Choose another name.",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":409,
        "title":"The request conflicts with the stored state","type":"urn:waymark:problem:exists"}
        == refusal 410
        {"detail":"Release 1 of shop was removed: it was old, and no channel used it. Take a newer release; the channels of the app name those that clients need.",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":410,"title":"The release was removed",
        "type":"urn:waymark:problem:release-removed"}
        == refusal 412
        {"current":"\"r2\"",
        "detail":"the resource is now at \"r2\"; read it again, apply the change to it and send it with this tag",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","resource":{"id":"item","match":["/item/:id"],
        "to":{"screen":"Item"}},"status":412,"title":"The resource has changed",
        "type":"urn:waymark:problem:revision-mismatch"}
        == refusal 413
        {"detail":"the body is larger than 1048576 bytes","instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077",
        "status":413,"title":"The request is too large","type":"urn:waymark:problem:too-large"}
        == refusal 414
        {"detail":"the target is too long","instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":414,
        "title":"The address of the request is too long","type":"urn:waymark:problem:target-too-long"}
        == refusal 415
        {"detail":"the body has the type application/yaml; send application/json",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":415,
        "title":"The media type of the body is not supported","type":"urn:waymark:problem:unsupported-media-type"}
        == refusal 421
        {"detail":"the request has the host waymark.example, which is neither localhost nor an address: add the name to the setting consoleHosts, and let a proxy pass the browser's Host on",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":421,
        "title":"The console is not served under this host","type":"urn:waymark:problem:wrong-host"}
        == refusal 422
        {"detail":"the content is well-formed but has errors","errors":[{"code":"syntax","column":23,
        "detail":"The parenthesis is never closed.","hint":"Add ).","line":1,"pointer":"/match/0",
        "reason":"unbalanced"}],"instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":422,
        "title":"The content is refused","type":"urn:waymark:problem:invalid-content"}
        == refusal 428
        {"detail":"send If-Match with the ETag that was read, or If-Match: * to overwrite any state",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":428,"title":"If-Match is missing",
        "type":"urn:waymark:problem:precondition-required"}
        == refusal 429
        {"detail":"this source address sent too many wrong tokens; wait 60 s",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":429,"title":"Too many failed attempts",
        "type":"urn:waymark:problem:too-many-attempts"}
        == refusal 500
        {"detail":"The database failed: SQLite 5: database is locked in: BEGIN IMMEDIATE. Another program is writing to the database; try again.",
        "instance":"urn:uuid:019bc0a4-7c00-7d3e-9f2b-5e8a1c64d077","status":503,
        "title":"The server cannot do this at the moment","type":"urn:waymark:problem:store-busy"}
        """#
}
