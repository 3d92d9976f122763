// The screens, in the order of the navigation. `needs` are operations that a person must be allowed to use.
export const screens = [
    {path: "/", name: "overview", place: "server", load: () => import("./view-overview.mjs")},
];
