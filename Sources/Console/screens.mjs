// The screens, in the order of the navigation. `needs` are operations that a person must be allowed to use; `under` is the screen
// that the navigation marks for one that it does not list.
export const screens = [
    {path: "/", name: "overview", place: "server", load: () => import("./view-overview.mjs")},
    {path: "/apps/:app/rules", name: "rules", place: "app", needs: ["readDraft"], load: () => import("./view-rules.mjs")},
    {path: "/apps/:app/review", name: "review", place: "app", needs: ["summarizeDraft"], load: () => import("./view-review.mjs")},
    {path: "/apps/:app/settings", name: "settings", place: "app", needs: ["readSettings"], load: () => import("./view-settings.mjs")},
    {path: "/apps/:app/rules/:id/edit", name: "rule", under: "rules", load: () => import("./view-rule.mjs")},
    {path: "/apps/:app/new-rule", name: "new-rule", under: "rules", load: () => import("./view-rule.mjs")},
    {path: "/apps/:app/import", name: "import", under: "rules", load: () => import("./view-import.mjs")},
];
