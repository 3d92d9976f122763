// The screens, in the order of the navigation. `needs` are operations that a person must be allowed to use; `under` is the screen
// that the navigation marks for one that it does not list.
export const screens = [
    {path: "/", name: "overview", place: "server", load: () => import("./view-overview.mjs")},
    {path: "/access", name: "access", place: "server", load: () => import("./view-access.mjs")},
    {path: "/audit", name: "audit", place: "server", load: () => import("./view-audit.mjs")},
    {path: "/audit/:sequence", name: "audit-row", under: "audit", load: () => import("./view-audit-row.mjs")},
    {path: "/system", name: "system", place: "server", load: () => import("./view-system.mjs")},
    {path: "/apps/:app/rules", name: "rules", place: "app", needs: ["readDraft"], load: () => import("./view-rules.mjs")},
    {path: "/apps/:app/review", name: "review", place: "app", needs: ["summarizeDraft"], load: () => import("./view-review.mjs")},
    {path: "/apps/:app/settings", name: "settings", place: "app", needs: ["readSettings"], load: () => import("./view-settings.mjs")},
    {path: "/apps/:app/rules/:id/edit", name: "rule", under: "rules", load: () => import("./view-rule.mjs")},
    {path: "/apps/:app/new-rule", name: "new-rule", under: "rules", load: () => import("./view-rule.mjs")},
    {path: "/apps/:app/import", name: "import", under: "rules", load: () => import("./view-import.mjs")},
    {path: "/apps/:app/try", name: "try", place: "app", needs: ["resolveInDraft"], load: () => import("./view-try.mjs")},
    {path: "/apps/:app/link", name: "link", place: "app", needs: ["diagnoseLink"], load: () => import("./view-link.mjs")},
    {path: "/apps/:app/releases", name: "releases", place: "app", needs: ["listReleases"], load: () => import("./view-releases.mjs")},
    {path: "/apps/:app/releases/:version", name: "release", under: "releases", load: () => import("./view-release.mjs")},
    {path: "/apps/:app/compare", name: "compare", under: "releases", load: () => import("./view-compare.mjs")},
    {path: "/apps/:app/expectations", name: "expectations", place: "app", needs: ["readExpectations", "checkDraft"], load: () => import("./view-expectations.mjs")},
    {path: "/apps/:app/screens", name: "screens", place: "app", needs: ["listScreens"], load: () => import("./view-screens.mjs")},
    {path: "/apps/:app/audit", name: "app-audit", place: "app", needs: ["audit"], load: () => import("./view-audit.mjs")},
    {path: "/apps/:app/audit/:sequence", name: "audit-row", under: "app-audit", load: () => import("./view-audit-row.mjs")},
];
