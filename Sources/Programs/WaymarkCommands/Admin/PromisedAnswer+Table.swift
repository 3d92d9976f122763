extension PromisedAnswer {
    /// Written by a test from the server's contract: `WAYMARK_RENEW=1 swift test --filter PromisedAnswerTests`.
    ///
    /// First shapes with names (`AnswerShape`). Then a line for each operation whose answer has content: its
    /// media type if that is not `application/json`, the letter of its `ETag` if commands read it, and the
    /// shape of its content. A path without names comes before others of its length.
    static let table = """
        Adoption {"from":"string","hours":["AdoptionHour"],"watchers":[{"channel":"string","count":"integer"}]}
        AdoptionHour {"channel":["null","string"],"heads":"integer","hour":"string","received":"integer",\
        "replaced":"integer","streams":"integer","unchanged":"integer","version":["null","integer"]}
        App {"app":"string","channels?":["Channel"],"createdAt":"string","poll":{"interval":"integer",\
        "jitter":"integer"},"retentionDays?":"integer","retentionReleases?":"integer","revision":"integer",\
        "title":"string"}
        AuditChange {"after?":"any","before?":"any","change":"string","expectations?":"boolean","rule?":"string",\
        "screens?":"boolean","settings?":"boolean"}
        AuditCut {"hash?":"string","more":"boolean","rows":"integer","through?":"integer"}
        AuditEntry {"action":"string","after?":"any","app?":"string","at":"string","before?":"any","by":"string",\
        "from":"string","hash":"string","previousHash":"string","sequence":"integer","token?":"string"}
        AuditExportChange {"change":"AuditChange","number":"integer","sequence":"integer"}
        AuditRow {"changes":["AuditChange"],"complete":"boolean","next":["null","string"],"row":"AuditEntry",\
        "total":"integer"}
        Body {"app":"string","format":"integer","order":[["integer"]],"publishedAt":"string","rules":[{}],\
        "settings":"Settings","version":"integer"}
        BuildScreens {"hosts?":{"*":["string"]},"platform":"string","screens":{"*":["string"]},"version":"string"}
        ChangedRules {"count":"integer","rules":["string"]}
        Channel {"app":"string","changedAt":"string","channel":"string","public":"boolean",\
        "publicReleases?":"integer","sequence":"integer","version":["null","integer"]}
        Check {"allowed?":"integer","blocks":"boolean","findings":["Finding"],"findingsLeftOut?":"integer",\
        "revision":"integer"}
        Condition {"after?":"string","appVersion?":"string","attributes?":{"*":["string"]},"before?":"string",\
        "build?":["string"],"locale?":["string"],"not?":"NegatedCondition","osVersion?":"string",\
        "platform?":["string"],"region?":["string"],"rollout?":{"by?":"string","percent?":"number",\
        "ramp?":{"end":"string","from":"number","start":"string","to":"number"},"salt?":"string"},\
        "signedIn?":"boolean","source?":["string"]}
        Context {"appVersion?":"string","attributes?":{"*":"string"},"build?":"string","deviceID?":"string",\
        "locale?":"string","osVersion?":"string","platform?":"string","region?":"string","signedIn?":"boolean",\
        "source?":"string"}
        CreatedToken {"apps":["string",["string"]],"channels?":["string"],"createdAt":"string","createdBy?":"string",\
        "expiresAt?":"string","id":"string","lastUsedAt?":"string","name":"string","previousUntil?":"string",\
        "role":"string","token":"string"}
        Destination {"block?":"string","parameters?":{"*":"any"},"query?":"string","redirect?":"string",\
        "screen?":"string","transition?":"string"}
        Difference {"added":["string"],"addresses?":[{"from":{},"stored":"boolean","to":{},"witness":{}}],\
        "addressesLeftOut?":"integer","changed":["string"],"changes?":[{"after?":{},"before?":{},"change":"string",\
        "rule":"string"}],"changesLeftOut?":"integer","incomplete?":"boolean","meanings?":[{"from":{},\
        "situations":"integer","to":{},"witness":{}}],"moved?":["string"],"notProved?":["string"],\
        "removed":["string"],"settings?":"boolean","witnesses?":"integer"}
        Discarded {"discarded":"ChangedRules","revision":"integer","rules":"integer","settings":"boolean"}
        Draft {"revision":"integer","rules":["Rule"],"settings":"Settings"}
        DraftChange {"difference?":"Difference","draft?":"NewDraft","findings":["Finding"],\
        "findingsLeftOut?":"integer","release?":"Published","revision":"integer","rules":"integer"}
        Expectation {"at?":"string","context?":"Context","expect":"Outcome","surface?":"string","url":"string"}
        Expectations {"expectations":["Expectation"],"revision":"integer"}
        Finding {"code":"string","column?":"integer","detail":"string","hint?":"string","line?":"integer",\
        "pointer?":"string","reason?":"string","rules?":["string"],"severity":"string",\
        "witness?":{"address":"string","at?":"string","context?":"Context"}}
        HostOwner {"app":"string","changedAt":"string","host":"string","revision":"integer"}
        Identity {"apps":["string",["string"]],"channels?":["string"],"expiresAt?":"string","id":"string",\
        "may":["string"],"name":"string","role":"string"}
        LatestEdit {"at":"string","by":"string","rule":["null","string"]}
        LinkDiagnosis {"at":"string","notes":["string"],"opens":"boolean","release":["integer","string"],\
        "revision?":"integer","steps":[{"next?":"string","passed":"boolean","surface":"string","text":"string"}],\
        "wrong?":"string"}
        LinkPage {"description?":"string","fallback?":["string"],"image?":"string","permanent?":"boolean",\
        "title?":"string"}
        LinkSettings {"description?":"string","fallback?":["string"],"image?":"string","surfaces?":{"*":"Surface"},\
        "title?":"string"}
        NegatedCondition {"after?":"string","appVersion?":"string","attributes?":{"*":["string"]},"before?":"string",\
        "build?":["string"],"locale?":["string"],"osVersion?":"string","platform?":["string"],"region?":["string"],\
        "rollout?":{"by?":"string","percent?":"number","ramp?":{"end":"string","from":"number","start":"string",\
        "to":"number"},"salt?":"string"},"signedIn?":"boolean","source?":["string"]}
        NewDraft {"revision?":"integer","rules?":["NewRule"],"settings?":"Settings"}
        NewRule {"allow?":[["string"],{"*":"string"}],"description?":"string","enabled?":"boolean",\
        "fallback?":["string"],"id?":"string","ignoreCase?":"boolean","image?":"string","match":["Pattern",\
        ["Pattern"]],"note?":"string","permanent?":"boolean","priority?":"integer","strictSlash?":"boolean",\
        "title?":"string","to":"Destination","when?":"Condition"}
        Node {"answers":"boolean","behindSeconds":"integer","name":"string","position":"string","seenAt":"string",\
        "startedAt":"string","version":"string"}
        Nodes {"away":"boolean","nodes":["Node"],"store":"string"}
        Outcome {"address?":"string","answer?":"string","blocked?":["boolean","string"],"failed?":["boolean",\
        "string"],"parameters?":{"*":"string"},"screen?":"string","status?":"integer","systems?":["string"],\
        "unmatched?":"boolean"}
        Pattern ["string",{"hostname?":"string","pathname?":"string","port?":"string","protocol?":"string",\
        "search?":"string"}]
        Problem {"current?":"string","detail?":"string","errors?":[{"code":"string","column?":"integer",\
        "detail":"string","hint?":"string","line?":"integer","pointer?":"string","reason?":"string"}],\
        "instance?":"string","missing?":"string","resource?":"any","status":"integer","title":"string",\
        "type":"string"}
        Published {"channel?":"Channel","contentDigest?":"string","digest":"string","findings":["Finding"],\
        "findingsLeftOut?":"integer","message":"string","publishedAt":"string","revision?":"integer",\
        "version":"integer"}
        Readiness {"checks":{"*":{"detail?":"string","ok":"boolean"}},"ready":"boolean"}
        Release {"app?":"string","author":"string","bytes?":"integer","contentDigest":"string","digest":"string",\
        "gzipBytes?":"integer","message":"string","notes?":"string","public?":"boolean","publishedAt":"string",\
        "removedAt?":"string","restoredFrom?":"integer","rules?":"integer","version":"integer"}
        ReleaseSurfaces {"files":{"*":{"android":"any","apple":"any","harmony":"any"}},"format":"integer",\
        "rules":{"*":"LinkPage"},"settings":"LinkSettings"}
        Resolution {"address?":"string","failure?":{"code":"string","detail":"string"},"original?":"string",\
        "outcome":"string","parameters?":{"*":["string",["string"]]},"reason?":"string","screen?":"string",\
        "trail?":[{"alternative":"integer","from":"string","rule":"string","to?":"string"}],"transition?":"string",\
        "version?":"integer"}
        RetentionPlan {"app":"string","bytes":"integer","keepDays":"integer","keepReleases":"integer",\
        "releases":"integer","unusedChannels":["Channel"],"unusedScreens":[{"changedAt":"string","platform":"string",\
        "version":"string"}],"versions":["integer"]}
        RetentionRun {"more":"boolean","removed":[{"app":"string","bytes":"integer","releases":"integer",\
        "versions":["integer"]}]}
        Rule {"allow?":[["string"],{"*":"string"}],"description?":"string","enabled?":"boolean",\
        "fallback?":["string"],"id":"string","ignoreCase?":"boolean","image?":"string","match":["Pattern",\
        ["Pattern"]],"note?":"string","permanent?":"boolean","priority?":"integer","strictSlash?":"boolean",\
        "title?":"string","to":"Destination","when?":"Condition"}
        RuleEdit {"action":"string","after?":"Rule","at":"string","before?":"Rule","by":"string","change?":"string",\
        "sequence":"integer"}
        RuleHistory {"damaged?":["integer"],"edits":["RuleEdit"],"editsIncomplete":"boolean","next":["null",\
        "string"],"releases":["RuleVersion"],"rule":"string"}
        RuleVersion {"author":"string","message":"string","notes?":"string","publishedAt":"string","rule":["null",\
        "Rule"],"version":"integer"}
        Screens {"hosts?":{"*":["string"]},"screens":{"*":["string"]}}
        Session {"address":"string","createdAt":"string","current":"boolean","endsAt":"string","groups?":["string"],\
        "id":"string","lastUsedAt":"string","name":"string","origin":"string","role":"string","tokenId?":"string"}
        Settings {"authority?":{"*":"string"},"description?":"string","destinations?":["string"],\
        "fallback?":["string"],"image?":"string","origins?":["string"],"schemes?":["string"],\
        "surfaces?":{"*":"Surface"},"title?":"string"}
        SignInLink {"expiresAt":"string","path":"string"}
        Summary {"added":"ChangedRules","authors":["string"],"changed":"ChangedRules","channel":"string",\
        "current":["null","integer"],"edits":["LatestEdit"],"errors":"integer","exists":"boolean",\
        "moved":"ChangedRules","next":"integer","public":["null","boolean"],"removed":"ChangedRules",\
        "revision":"integer","rules":"integer","sequence":"integer","served":"integer","settings":"boolean",\
        "shrinks":"boolean","unpublished":"boolean","warnings":"integer"}
        Surface {"android?":[{"package":"string","sha256":["string"]}],"apple?":[{"appID":"string"}],\
        "campaign?":["string"],"claim?":["string"],"colour?":"string","harmony?":["string"],"icon?":"string",\
        "never?":["string"],"secondHost?":"string","stores?":{"android?":"string","harmony?":"string",\
        "ios?":"string"},"web?":"string"}
        Token {"apps":["string",["string"]],"channels?":["string"],"createdAt":"string","createdBy?":"string",\
        "expiresAt?":"string","id":"string","lastUsedAt?":"string","name":"string","previousUntil?":"string",\
        "role":"string"}
        GET /readyz "Readiness"
        GET /v1/apps {"apps":["App"],"next":["null","string"],"total?":"integer"}
        GET /v1/apps/* "App"
        GET /v1/apps/*/adoption "Adoption"
        GET /v1/apps/*/channels/* ETag:s "Channel"
        GET /v1/apps/*/draft ETag:r "Draft"
        GET /v1/apps/*/draft/body "Body"
        GET /v1/apps/*/draft/diff "Difference"
        GET /v1/apps/*/draft/rules ETag:r {"next":["null","string"],"rules":["Rule"],"total?":"integer"}
        GET /v1/apps/*/draft/rules/* ETag:r "Rule"
        GET /v1/apps/*/draft/rules/*/history "RuleHistory"
        GET /v1/apps/*/draft/settings ETag:r "Settings"
        GET /v1/apps/*/draft/summary "Summary"
        GET /v1/apps/*/expectations ETag:e "Expectations"
        GET /v1/apps/*/releases {"next":["null","string"],"releases":["Release"],"total?":"integer"}
        GET /v1/apps/*/releases/* "Release"
        GET /v1/apps/*/releases/*/body "Body"
        GET /v1/apps/*/releases/*/diff/* "Difference"
        GET /v1/apps/*/releases/*/surfaces "ReleaseSurfaces"
        GET /v1/apps/*/screens {"next":["null","string"],"screens":["BuildScreens"]}
        GET /v1/apps/*/screens/*/* ETag:b "Screens"
        GET /v1/audit {"audit":["AuditEntry"],"next":["null","string"]}
        GET /v1/audit/export application/jsonl ["AuditEntry","AuditExportChange"]
        GET /v1/audit/* "AuditRow"
        GET /v1/hosts {"hosts":["HostOwner"],"next":["null","string"]}
        GET /v1/hosts/* ETag:h "HostOwner"
        GET /v1/nodes "Nodes"
        GET /v1/retention {"next":["null","string"],"retention":["RetentionPlan"]}
        GET /v1/sessions {"next":["null","string"],"sessions":["Session"]}
        GET /v1/tokens {"next":["null","string"],"tokens":["Token"]}
        GET /v1/whoami "Identity"
        PATCH /v1/apps/* "App"
        POST /v1/apps "App"
        POST /v1/apps/*/draft/check "Check"
        POST /v1/apps/*/draft/discard "Discarded"
        POST /v1/apps/*/draft/resolve "Resolution"
        POST /v1/apps/*/draft/rules "Rule"
        POST /v1/apps/*/draft/rules/*/restore "Rule"
        POST /v1/apps/*/link-diagnoses "LinkDiagnosis"
        POST /v1/apps/*/releases "Published"
        POST /v1/apps/*/releases/*/restore "Published"
        POST /v1/apps/*/resolve "Resolution"
        POST /v1/audit/cut "AuditCut"
        POST /v1/backup application/vnd.sqlite3 "any"
        POST /v1/retention "RetentionRun"
        POST /v1/sign-in-links "SignInLink"
        POST /v1/tokens "CreatedToken"
        POST /v1/tokens/*/rotate "CreatedToken"
        PUT /v1/apps/*/channels/* "Channel"
        PUT /v1/apps/*/draft "DraftChange"
        PUT /v1/apps/*/draft/rules/* "Rule"
        PUT /v1/apps/*/expectations "Expectations"
        PUT /v1/apps/*/screens/*/* "Screens"
        PUT /v1/hosts/* "HostOwner"
        """
}
