extension PromisedAnswer {
    /// Written by a test from the server's contract: `WAYMARK_RENEW=1 swift test --filter PromisedAnswerTests`.
    ///
    /// First shapes with names (`AnswerShape`). Then a line for each operation whose answer has content: its
    /// media type if that is not `application/json`, the letter of its `ETag` if commands read it, and the
    /// shape of its content. A path without names comes before others of its length.
    static let table = """
        AddressDifference {"from":"Resolution","stored":"boolean","to":"Resolution","witness":"Witness"}
        Adoption {"from":"string","hours":["AdoptionHour"],"watchers":["Watchers"]}
        AdoptionHour {"channel":["null","string"],"heads":"integer","hour":"string","received":"integer",\
        "replaced":"integer","streams":"integer","unchanged":"integer","version":["null","integer"]}
        AndroidApp {"package":"string","sha256":["string"]}
        App {"app":"string","channels?":["Channel"],"createdAt":"string","poll":"Poll","retentionDays?":"integer",\
        "retentionReleases?":"integer","revision":"integer","title":"string"}
        AppPage {"apps":["App"],"next":["null","string"],"total?":"integer"}
        AppleApp {"appID":"string"}
        AuditChange {"after?":["AuditContent",["Expectation"]],"before?":["AuditContent",["Expectation"]],\
        "change":"string","expectations?":"boolean","rule?":"string","screens?":"boolean","settings?":"boolean"}
        AuditContent {"allow?":[["string"],{"*":"string"}],"authority?":{"*":"string"},"description?":"string",\
        "destinations?":["string"],"enabled?":"boolean","fallback?":["string"],"hosts?":{"*":["string"]},\
        "id?":"string","ignoreCase?":"boolean","image?":"string","match?":["Pattern"],"note?":"string",\
        "origins?":["string"],"permanent?":"boolean","priority?":"integer","schemes?":["string"],\
        "screens?":{"*":["string"]},"strictSlash?":"boolean","surfaces?":{"*":"Surface"},"title?":"string",\
        "to?":"Destination","when?":"Condition"}
        AuditCut {"hash?":"string","more":"boolean","rows":"integer","through?":"integer"}
        AuditEntry {"action":"string","after?":"AuditState","app?":"string","at":"string","before?":"AuditState",\
        "by":"string","from":"string","hash":"string","previousHash":"string","sequence":"integer",\
        "token?":"string"}
        AuditEntryPage {"audit":["AuditEntry"],"next":["null","string"]}
        AuditRow {"changes":["AuditChange"],"complete":"boolean","next":["null","string"],"row":"AuditEntry",\
        "total":"integer"}
        AuditSettings {"authority?":{"*":"string"},"bytes?":"integer","description?":"string",\
        "destinations?":["string"],"fallback?":["string"],"image?":"string","origins?":["string"],\
        "schemes?":["string"],"sha256?":"string","surfaces?":{"*":"Surface"},"title?":"string"}
        AuditState {"address?":"string","app?":"string","apps?":["null",["string"]],"bytes?":"integer",\
        "channel?":"string","channels?":["string"],"contentDigest?":"string","digest?":"string",\
        "draft?":{"bytes?":"integer","rules?":["Rule"],"settings?":"Settings","sha256?":"string"},\
        "draftRevision?":"integer","endsAt?":"string","epoch?":"integer","expectations?":[["Expectation"],\
        "LongText"],"expiresAt?":["null","string"],"forced?":"boolean","from?":"integer","groups?":["string"],\
        "hash?":"string","host?":"string","id?":"string","message?":"string","name?":"string","notes?":"string",\
        "only?":[["string"],"LongText"],"origin?":"string","path?":"string","person?":"string","platform?":"string",\
        "poll?":"Poll","previousUntil?":"string","proxy?":"string","public?":"boolean","reason?":"string",\
        "releases?":["integer"],"restoredFrom?":"integer","retentionDays?":"integer","retentionReleases?":"integer",\
        "revision?":"integer","role?":"string","rows?":"integer","rule?":{"allow?":[["string"],{"*":"string"}],\
        "bytes?":"integer","description?":"string","enabled?":"boolean","fallback?":["string"],"id?":"string",\
        "ignoreCase?":"boolean","image?":"string","match?":["Pattern"],"note?":"string","permanent?":"boolean",\
        "priority?":"integer","sha256?":"string","strictSlash?":"boolean","title?":"string","to?":"Destination",\
        "when?":"Condition"},"screens?":{"bytes?":"integer","hosts?":{"*":["string"]},"screens?":{"*":["string"]},\
        "sha256?":"string"},"sequence?":"integer","settings?":"AuditSettings","sha256?":"string",\
        "through?":"integer","title?":"string","tokenId?":"string","version?":["null","integer","string"]}
        Body {"app":"string","format":"integer","order":[["integer"]],"publishedAt":"string","rules":["BodyRule"],\
        "settings":"Settings","version":"integer"}
        BodyCondition {"after?":"string","appVersion?":"string","attributes?":{"*":["string"]},"before?":"string",\
        "build?":["string"],"locale?":["string"],"not?":"BodyNegatedCondition","osVersion?":"string",\
        "platform?":["string"],"region?":["string"],"rollout?":"BodyRollout","signedIn?":"boolean",\
        "source?":["string"]}
        BodyNegatedCondition {"after?":"string","appVersion?":"string","attributes?":{"*":["string"]},\
        "before?":"string","build?":["string"],"locale?":["string"],"osVersion?":"string","platform?":["string"],\
        "region?":["string"],"rollout?":"BodyRollout","signedIn?":"boolean","source?":["string"]}
        BodyRamp {"end":"string","from":"number","start":"string","to":"number"}
        BodyRollout {"by?":"string","percent?":"number","ramp?":"BodyRamp","salt?":"string"}
        BodyRule {"id":"string","ignoreCase?":"boolean","match":["Pattern"],"needs?":["string"],\
        "priority?":"integer","strictSlash?":"boolean","to":"Destination","when?":"BodyCondition"}
        BuildScreens {"hosts?":{"*":["string"]},"platform":"string","screens":{"*":["string"]},"version":"string"}
        BuildScreensPage {"next":["null","string"],"screens":["BuildScreens"]}
        Candidate {"alternative":"integer","component?":"string","detail?":"string","rule":"string",\
        "verdict":"string"}
        ChangedRules {"count":"integer","rules":["string"]}
        Channel {"app":"string","changedAt":"string","channel":"string","public":"boolean",\
        "publicReleases?":"integer","sequence":"integer","version":["null","integer"]}
        Check {"allowed?":"integer","blocks":"boolean","findings":["Finding"],"findingsLeftOut?":"integer",\
        "revision":"integer"}
        Condition {"after?":"string","appVersion?":"string","attributes?":{"*":["string"]},"before?":"string",\
        "build?":["string"],"locale?":["string"],"not?":"NegatedCondition","osVersion?":"string",\
        "platform?":["string"],"region?":["string"],"rollout?":"Rollout","signedIn?":"boolean","source?":["string"]}
        Context {"appVersion?":"string","attributes?":{"*":"string"},"build?":"string","deviceID?":"string",\
        "locale?":"string","osVersion?":"string","platform?":"string","region?":"string","signedIn?":"boolean",\
        "source?":"string"}
        CreatedToken {"apps":["string",["string"]],"channels?":["string"],"createdAt":"string","createdBy?":"string",\
        "expiresAt?":"string","id":"string","lastUsedAt?":"string","name":"string","previousUntil?":"string",\
        "role":"string","token":"string"}
        Destination {"block?":"string","parameters?":{"*":["string","integer","boolean"]},"query?":"string",\
        "redirect?":"string","screen?":"string","transition?":"string"}
        Difference {"added":["string"],"addresses?":["AddressDifference"],"addressesLeftOut?":"integer",\
        "against?":["null","integer"],"changed":["string"],"changes?":["RuleDifference"],"changesLeftOut?":"integer",\
        "incomplete?":"boolean","meanings?":["MeaningDifference"],"moved?":["string"],"notProved?":["string"],\
        "removed":["string"],"settings?":"boolean","witnesses?":"integer"}
        Discarded {"discarded":"ChangedRules","revision":"integer","rules":"integer","settings":"boolean"}
        Draft {"revision":"integer","rules":["Rule"],"settings":"Settings"}
        DraftChange {"difference?":"Difference","draft?":"DraftContent","findings":["Finding"],\
        "findingsLeftOut?":"integer","release?":"Published","revision":"integer","rules":"integer"}
        DraftContent {"rules":["Rule"],"settings":"Settings"}
        Expectation {"at?":"string","context?":"Context","expect":"Outcome","surface?":"string","url":"string"}
        Expectations {"expectations":["Expectation"],"revision":"integer"}
        Finding {"code":"string","column?":"integer","detail":"string","hint?":"string","line?":"integer",\
        "pointer?":"string","reason?":"string","rules?":["string"],"severity":"string","witness?":"Witness"}
        Hop {"alternative":"integer","from":"string","rule":"string","to?":"string"}
        HopExplanation {"address":"string","candidates":["Candidate"],"nearestMiss?":"Candidate"}
        HostOwner {"app":"string","changedAt":"string","host":"string","revision":"integer"}
        HostOwnerPage {"hosts":["HostOwner"],"next":["null","string"]}
        Identity {"apps":["string",["string"]],"channels?":["string"],"expiresAt?":"string","id":"string",\
        "may":["string"],"name":"string","role":"string"}
        LatestEdit {"at":"string","by":"string","rule":["null","string"]}
        Layers {"carried":["Parameter"],"constants":["Parameter"],"path":["Parameter"],"query":["Parameter"]}
        LinkDiagnosis {"at":"string","notes":["string"],"opens":"boolean","release":["integer","string"],\
        "revision?":"integer","steps":["LinkStep"],"wrong?":"string"}
        LinkFiles {"android":"any","apple":"any","harmony":"any"}
        LinkPage {"description?":"string","fallback?":["string"],"image?":"string","permanent?":"boolean",\
        "title?":"string"}
        LinkSettings {"description?":"string","fallback?":["string"],"image?":"string","surfaces?":{"*":"Surface"},\
        "title?":"string"}
        LinkStep {"next?":"string","passed":"boolean","surface":"string","text":"string"}
        LongText {"bytes":"integer","sha256":"string"}
        MeaningDifference {"from":"Resolution","situations":"integer","to":"Resolution","witness":"Witness"}
        NegatedCondition {"after?":"string","appVersion?":"string","attributes?":{"*":["string"]},"before?":"string",\
        "build?":["string"],"locale?":["string"],"osVersion?":"string","platform?":["string"],"region?":["string"],\
        "rollout?":"Rollout","signedIn?":"boolean","source?":["string"]}
        Node {"answers":"boolean","behindSeconds":"integer","name":"string","position":"string","seenAt":"string",\
        "startedAt":"string","version":"string"}
        Nodes {"away":"boolean","nodes":["Node"],"store":"string"}
        Outcome {"address?":"string","answer?":"string","blocked?":["boolean","string"],"failed?":["boolean",\
        "string"],"parameters?":{"*":"string"},"screen?":"string","status?":"integer","systems?":["string"],\
        "unmatched?":"boolean"}
        Parameter {"name":"string","value":["string",["string"]]}
        Pattern ["string","PatternParts"]
        PatternParts {"hostname?":"string","pathname?":"string","port?":"string","protocol?":"string",\
        "search?":"string"}
        Poll {"interval":"integer","jitter":"integer"}
        Problem {"base?":"integer","current?":"string","detail?":"string","errors?":["ProblemItem"],\
        "findings?":["Finding"],"findingsLeftOut?":"integer","id?":"string","instance?":"string","missing?":"string",\
        "removed?":"integer","resource?":"any","sequence?":"integer","served?":"integer","status":"integer",\
        "title":"string","type":"string"}
        ProblemItem {"code":"string","column?":"integer","detail":"string","hint?":"string","line?":"integer",\
        "pointer?":"string","reason?":"string"}
        Published {"channel?":"Channel","contentDigest?":"string","digest":"string","findings":["Finding"],\
        "findingsLeftOut?":"integer","message":"string","publishedAt":"string","revision?":"integer",\
        "version":"integer"}
        Ramp {"end":"string","from":"number","start":"string","to":"number"}
        Readiness {"checks":{"*":"ReadinessCheck"},"ready":"boolean"}
        ReadinessCheck {"detail?":"string","ok":"boolean"}
        Release {"app?":"string","author":"string","bytes?":"integer","contentDigest":"string","digest":"string",\
        "gzipBytes?":"integer","message":"string","notes?":"string","public?":"boolean","publishedAt":"string",\
        "removedAt?":"string","restoredFrom?":"integer","rules?":"integer","version":"integer"}
        ReleasePage {"next":["null","string"],"releases":["Release"],"total?":"integer"}
        ReleaseSurfaces {"files":{"*":"LinkFiles"},"format":"integer","rules":{"*":"LinkPage"},\
        "settings":"LinkSettings"}
        RemovedReleases {"app":"string","bytes":"integer","releases":"integer","versions":["integer"]}
        Resolution {"address?":"string","explanation?":["HopExplanation"],"failure?":"ResolutionFailure",\
        "layers":"Layers","original":"string","outcome":"string","parameters":{"*":["string",["string"]]},\
        "reason?":"string","screen?":"string","trail":["Hop"],"transition?":"string","version":"integer"}
        ResolutionFailure {"code":"string","detail":"string"}
        RetentionPlan {"app":"string","bytes":"integer","keepDays":"integer","keepReleases":"integer",\
        "releases":"integer","unusedChannels":["Channel"],"unusedScreens":["UnusedScreens"],"versions":["integer"]}
        RetentionPlanPage {"next":["null","string"],"retention":["RetentionPlan"]}
        RetentionRun {"more":"boolean","removed":["RemovedReleases"]}
        Rollout {"by?":"string","percent?":"number","ramp?":"Ramp","salt?":"string"}
        Rule {"allow?":[["string"],{"*":"string"}],"description?":"string","enabled?":"boolean",\
        "fallback?":["string"],"id":"string","ignoreCase?":"boolean","image?":"string","match":["Pattern"],\
        "note?":"string","permanent?":"boolean","priority?":"integer","strictSlash?":"boolean","title?":"string",\
        "to":"Destination","when?":"Condition"}
        RuleDifference {"after?":"Rule","before?":"Rule","change":"string","rule":"string"}
        RuleEdit {"action":"string","after?":"Rule","at":"string","before?":"Rule","by":"string","change?":"string",\
        "sequence":"integer"}
        RuleHistory {"damaged?":["integer"],"edits":["RuleEdit"],"editsIncomplete":"boolean","next":["null",\
        "string"],"releases":["RuleVersion"],"rule":"string"}
        RulePage {"next":["null","string"],"rules":["Rule"],"total?":"integer"}
        RuleVersion {"author":"string","message":"string","notes?":"string","publishedAt":"string","rule":["null",\
        "Rule"],"version":"integer"}
        Screens {"hosts?":{"*":["string"]},"screens":{"*":["string"]}}
        Session {"address":"string","createdAt":"string","current":"boolean","endsAt":"string","groups?":["string"],\
        "id":"string","lastUsedAt":"string","name":"string","origin":"string","role":"string","tokenId?":"string"}
        SessionPage {"next":["null","string"],"sessions":["Session"]}
        Settings {"authority?":{"*":"string"},"description?":"string","destinations?":["string"],\
        "fallback?":["string"],"image?":"string","origins?":["string"],"schemes?":["string"],\
        "surfaces?":{"*":"Surface"},"title?":"string"}
        SignInLink {"expiresAt":"string","path":"string"}
        Stores {"android?":"string","harmony?":"string","ios?":"string"}
        Summary {"added":"ChangedRules","authors":["string"],"changed":"ChangedRules","channel":"string",\
        "current":["null","integer"],"edits":["LatestEdit"],"errors":"integer","exists":"boolean",\
        "moved":"ChangedRules","next":"integer","public":["null","boolean"],"removed":"ChangedRules",\
        "revision":"integer","rules":"integer","sequence":"integer","served":"integer","settings":"boolean",\
        "shrinks":"boolean","unpublished":"boolean","warnings":"integer"}
        Surface {"android?":["AndroidApp"],"apple?":["AppleApp"],"campaign?":["string"],"claim?":["string"],\
        "colour?":"string","harmony?":["string"],"icon?":"string","never?":["string"],"secondHost?":"string",\
        "stores?":"Stores","web?":"string"}
        Token {"apps":["string",["string"]],"channels?":["string"],"createdAt":"string","createdBy?":"string",\
        "expiresAt?":"string","id":"string","lastUsedAt?":"string","name":"string","previousUntil?":"string",\
        "role":"string"}
        TokenPage {"next":["null","string"],"tokens":["Token"]}
        UnusedScreens {"changedAt":"string","platform":"string","version":"string"}
        Watchers {"channel":"string","count":"integer"}
        Witness {"address":"string","at?":"string","context?":"Context"}
        GET /readyz "Readiness"
        GET /v1/apps "AppPage"
        GET /v1/apps/* "App"
        GET /v1/apps/*/adoption "Adoption"
        GET /v1/apps/*/channels/* ETag:s "Channel"
        GET /v1/apps/*/draft ETag:r "Draft"
        GET /v1/apps/*/draft/body "Body"
        GET /v1/apps/*/draft/diff "Difference"
        GET /v1/apps/*/draft/rules ETag:r "RulePage"
        GET /v1/apps/*/draft/rules/* ETag:r "Rule"
        GET /v1/apps/*/draft/rules/*/history "RuleHistory"
        GET /v1/apps/*/draft/settings ETag:r "Settings"
        GET /v1/apps/*/draft/summary "Summary"
        GET /v1/apps/*/expectations ETag:e "Expectations"
        GET /v1/apps/*/releases "ReleasePage"
        GET /v1/apps/*/releases/* "Release"
        GET /v1/apps/*/releases/*/body "Body"
        GET /v1/apps/*/releases/*/diff/* "Difference"
        GET /v1/apps/*/releases/*/surfaces "ReleaseSurfaces"
        GET /v1/apps/*/screens "BuildScreensPage"
        GET /v1/apps/*/screens/*/* ETag:b "Screens"
        GET /v1/audit "AuditEntryPage"
        GET /v1/audit/export application/jsonl {"action?":"string","after?":"AuditState","app?":"string",\
        "at?":"string","before?":"AuditState","by?":"string","change?":"AuditChange","from?":"string",\
        "hash?":"string","number?":"integer","previousHash?":"string","sequence":"integer","token?":"string"}
        GET /v1/audit/* "AuditRow"
        GET /v1/hosts "HostOwnerPage"
        GET /v1/hosts/* ETag:h "HostOwner"
        GET /v1/nodes "Nodes"
        GET /v1/retention "RetentionPlanPage"
        GET /v1/sessions "SessionPage"
        GET /v1/tokens "TokenPage"
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
