#include "CConsoleFiles.h"

#include <string.h>

/* No debug information: clang writes version 5 of DWARF, and Debian's valgrind, which counts instructions, stops at it. */
#ifdef __clang__
#define NO_DEBUG_INFORMATION __attribute__((nodebug))
#else
#define NO_DEBUG_INFORMATION
#endif

/* #embed is C23, and a compiler without it has no files. */
#ifdef __has_embed

#ifdef __clang__
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

/* Each file's name and text; the text ends with a zero byte, which no file has inside. A file of Sources/Console has one row
   here, which a test compares. */
struct text_file {
    const char *name;
    const unsigned char *text;
};

#define TEXT (const unsigned char[])

NO_DEBUG_INFORMATION static const struct text_file files[] = {
    {"api.mjs", TEXT {
#embed "../Console/api.mjs" suffix(, 0)
    }},
    {"app-bar.mjs", TEXT {
#embed "../Console/app-bar.mjs" suffix(, 0)
    }},
    {"attention.mjs", TEXT {
#embed "../Console/attention.mjs" suffix(, 0)
    }},
    {"audit-chain.mjs", TEXT {
#embed "../Console/audit-chain.mjs" suffix(, 0)
    }},
    {"bulk.mjs", TEXT {
#embed "../Console/bulk.mjs" suffix(, 0)
    }},
    {"commands.mjs", TEXT {
#embed "../Console/commands.mjs" suffix(, 0)
    }},
    {"conflict.mjs", TEXT {
#embed "../Console/conflict.mjs" suffix(, 0)
    }},
    {"console.css", TEXT {
#embed "../Console/console.css" suffix(, 0)
    }},
    {"contexts.mjs", TEXT {
#embed "../Console/contexts.mjs" suffix(, 0)
    }},
    {"counters.mjs", TEXT {
#embed "../Console/counters.mjs" suffix(, 0)
    }},
    {"create-app.mjs", TEXT {
#embed "../Console/create-app.mjs" suffix(, 0)
    }},
    {"dialog.mjs", TEXT {
#embed "../Console/dialog.mjs" suffix(, 0)
    }},
    {"dom.mjs", TEXT {
#embed "../Console/dom.mjs" suffix(, 0)
    }},
    {"draft.mjs", TEXT {
#embed "../Console/draft.mjs" suffix(, 0)
    }},
    {"edits.mjs", TEXT {
#embed "../Console/edits.mjs" suffix(, 0)
    }},
    {"engine-worker.mjs", TEXT {
#embed "../Console/engine-worker.mjs" suffix(, 0)
    }},
    {"engine.mjs", TEXT {
#embed "../Console/engine.mjs" suffix(, 0)
    }},
    {"filter.mjs", TEXT {
#embed "../Console/filter.mjs" suffix(, 0)
    }},
    {"finding.mjs", TEXT {
#embed "../Console/finding.mjs" suffix(, 0)
    }},
    {"form.mjs", TEXT {
#embed "../Console/form.mjs" suffix(, 0)
    }},
    {"frame.mjs", TEXT {
#embed "../Console/frame.mjs" suffix(, 0)
    }},
    {"from-address.mjs", TEXT {
#embed "../Console/from-address.mjs" suffix(, 0)
    }},
    {"index.html", TEXT {
#embed "../Console/index.html" suffix(, 0)
    }},
    {"json-difference.mjs", TEXT {
#embed "../Console/json-difference.mjs" suffix(, 0)
    }},
    {"keys.mjs", TEXT {
#embed "../Console/keys.mjs" suffix(, 0)
    }},
    {"language.mjs", TEXT {
#embed "../Console/language.mjs" suffix(, 0)
    }},
    {"live.mjs", TEXT {
#embed "../Console/live.mjs" suffix(, 0)
    }},
    {"main.mjs", TEXT {
#embed "../Console/main.mjs" suffix(, 0)
    }},
    {"mark.svg", TEXT {
#embed "../Console/mark.svg" suffix(, 0)
    }},
    {"measure.mjs", TEXT {
#embed "../Console/measure.mjs" suffix(, 0)
    }},
    {"merge.mjs", TEXT {
#embed "../Console/merge.mjs" suffix(, 0)
    }},
    {"metrics.mjs", TEXT {
#embed "../Console/metrics.mjs" suffix(, 0)
    }},
    {"moment.mjs", TEXT {
#embed "../Console/moment.mjs" suffix(, 0)
    }},
    {"outcome.mjs", TEXT {
#embed "../Console/outcome.mjs" suffix(, 0)
    }},
    {"palette.mjs", TEXT {
#embed "../Console/palette.mjs" suffix(, 0)
    }},
    {"plot.mjs", TEXT {
#embed "../Console/plot.mjs" suffix(, 0)
    }},
    {"problem.mjs", TEXT {
#embed "../Console/problem.mjs" suffix(, 0)
    }},
    {"progress.mjs", TEXT {
#embed "../Console/progress.mjs" suffix(, 0)
    }},
    {"release-actions.mjs", TEXT {
#embed "../Console/release-actions.mjs" suffix(, 0)
    }},
    {"release-history.mjs", TEXT {
#embed "../Console/release-history.mjs" suffix(, 0)
    }},
    {"router.mjs", TEXT {
#embed "../Console/router.mjs" suffix(, 0)
    }},
    {"rows.mjs", TEXT {
#embed "../Console/rows.mjs" suffix(, 0)
    }},
    {"rule-check.mjs", TEXT {
#embed "../Console/rule-check.mjs" suffix(, 0)
    }},
    {"rule-form.mjs", TEXT {
#embed "../Console/rule-form.mjs" suffix(, 0)
    }},
    {"rule-text.mjs", TEXT {
#embed "../Console/rule-text.mjs" suffix(, 0)
    }},
    {"screens.mjs", TEXT {
#embed "../Console/screens.mjs" suffix(, 0)
    }},
    {"session.mjs", TEXT {
#embed "../Console/session.mjs" suffix(, 0)
    }},
    {"sign-in.mjs", TEXT {
#embed "../Console/sign-in.mjs" suffix(, 0)
    }},
    {"table.mjs", TEXT {
#embed "../Console/table.mjs" suffix(, 0)
    }},
    {"texts-en.mjs", TEXT {
#embed "../Console/texts-en.mjs" suffix(, 0)
    }},
    {"texts-zh.mjs", TEXT {
#embed "../Console/texts-zh.mjs" suffix(, 0)
    }},
    {"view-access.mjs", TEXT {
#embed "../Console/view-access.mjs" suffix(, 0)
    }},
    {"view-audit-row.mjs", TEXT {
#embed "../Console/view-audit-row.mjs" suffix(, 0)
    }},
    {"view-audit.mjs", TEXT {
#embed "../Console/view-audit.mjs" suffix(, 0)
    }},
    {"view-compare.mjs", TEXT {
#embed "../Console/view-compare.mjs" suffix(, 0)
    }},
    {"view-expectations.mjs", TEXT {
#embed "../Console/view-expectations.mjs" suffix(, 0)
    }},
    {"view-import.mjs", TEXT {
#embed "../Console/view-import.mjs" suffix(, 0)
    }},
    {"view-missing.mjs", TEXT {
#embed "../Console/view-missing.mjs" suffix(, 0)
    }},
    {"view-overview.mjs", TEXT {
#embed "../Console/view-overview.mjs" suffix(, 0)
    }},
    {"view-release.mjs", TEXT {
#embed "../Console/view-release.mjs" suffix(, 0)
    }},
    {"view-releases.mjs", TEXT {
#embed "../Console/view-releases.mjs" suffix(, 0)
    }},
    {"view-review.mjs", TEXT {
#embed "../Console/view-review.mjs" suffix(, 0)
    }},
    {"view-rule.mjs", TEXT {
#embed "../Console/view-rule.mjs" suffix(, 0)
    }},
    {"view-rules.mjs", TEXT {
#embed "../Console/view-rules.mjs" suffix(, 0)
    }},
    {"view-screens.mjs", TEXT {
#embed "../Console/view-screens.mjs" suffix(, 0)
    }},
    {"view-settings.mjs", TEXT {
#embed "../Console/view-settings.mjs" suffix(, 0)
    }},
    {"view-system.mjs", TEXT {
#embed "../Console/view-system.mjs" suffix(, 0)
    }},
    {"view-try.mjs", TEXT {
#embed "../Console/view-try.mjs" suffix(, 0)
    }},
};

NO_DEBUG_INFORMATION size_t console_file_count(void) { return sizeof files / sizeof *files; }

NO_DEBUG_INFORMATION struct console_file console_file(size_t number) {
    const struct text_file file = files[number];
    return (struct console_file){file.name, file.text, strlen((const char *)file.text)};
}

#else

NO_DEBUG_INFORMATION static const char no_name[] = "";
NO_DEBUG_INFORMATION static const unsigned char no_bytes[] = {0};

NO_DEBUG_INFORMATION size_t console_file_count(void) { return 0; }

NO_DEBUG_INFORMATION struct console_file console_file(size_t number) {
    (void)number;
    return (struct console_file){no_name, no_bytes, 0};
}

#endif
