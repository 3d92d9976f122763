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

/* The text of each file of Sources/Console, and a zero byte, which no file has inside. They are variables of their own because
   those that the compiler makes for constants inside the table would have debug information. */
#define TEXT NO_DEBUG_INFORMATION static const unsigned char

TEXT api_mjs[] = {
#embed "../Console/api.mjs" suffix(, 0)
};
TEXT app_bar_mjs[] = {
#embed "../Console/app-bar.mjs" suffix(, 0)
};
TEXT attention_mjs[] = {
#embed "../Console/attention.mjs" suffix(, 0)
};
TEXT audit_chain_mjs[] = {
#embed "../Console/audit-chain.mjs" suffix(, 0)
};
TEXT bulk_mjs[] = {
#embed "../Console/bulk.mjs" suffix(, 0)
};
TEXT commands_mjs[] = {
#embed "../Console/commands.mjs" suffix(, 0)
};
TEXT conflict_mjs[] = {
#embed "../Console/conflict.mjs" suffix(, 0)
};
TEXT console_css[] = {
#embed "../Console/console.css" suffix(, 0)
};
TEXT contexts_mjs[] = {
#embed "../Console/contexts.mjs" suffix(, 0)
};
TEXT counters_mjs[] = {
#embed "../Console/counters.mjs" suffix(, 0)
};
TEXT create_app_mjs[] = {
#embed "../Console/create-app.mjs" suffix(, 0)
};
TEXT dialog_mjs[] = {
#embed "../Console/dialog.mjs" suffix(, 0)
};
TEXT dom_mjs[] = {
#embed "../Console/dom.mjs" suffix(, 0)
};
TEXT draft_mjs[] = {
#embed "../Console/draft.mjs" suffix(, 0)
};
TEXT edits_mjs[] = {
#embed "../Console/edits.mjs" suffix(, 0)
};
TEXT engine_worker_mjs[] = {
#embed "../Console/engine-worker.mjs" suffix(, 0)
};
TEXT engine_mjs[] = {
#embed "../Console/engine.mjs" suffix(, 0)
};
TEXT filter_mjs[] = {
#embed "../Console/filter.mjs" suffix(, 0)
};
TEXT finding_mjs[] = {
#embed "../Console/finding.mjs" suffix(, 0)
};
TEXT form_mjs[] = {
#embed "../Console/form.mjs" suffix(, 0)
};
TEXT frame_mjs[] = {
#embed "../Console/frame.mjs" suffix(, 0)
};
TEXT from_address_mjs[] = {
#embed "../Console/from-address.mjs" suffix(, 0)
};
TEXT index_html[] = {
#embed "../Console/index.html" suffix(, 0)
};
TEXT json_difference_mjs[] = {
#embed "../Console/json-difference.mjs" suffix(, 0)
};
TEXT keys_mjs[] = {
#embed "../Console/keys.mjs" suffix(, 0)
};
TEXT language_mjs[] = {
#embed "../Console/language.mjs" suffix(, 0)
};
TEXT live_mjs[] = {
#embed "../Console/live.mjs" suffix(, 0)
};
TEXT main_mjs[] = {
#embed "../Console/main.mjs" suffix(, 0)
};
TEXT mark_svg[] = {
#embed "../Console/mark.svg" suffix(, 0)
};
TEXT measure_mjs[] = {
#embed "../Console/measure.mjs" suffix(, 0)
};
TEXT merge_mjs[] = {
#embed "../Console/merge.mjs" suffix(, 0)
};
TEXT metrics_mjs[] = {
#embed "../Console/metrics.mjs" suffix(, 0)
};
TEXT moment_mjs[] = {
#embed "../Console/moment.mjs" suffix(, 0)
};
TEXT outcome_mjs[] = {
#embed "../Console/outcome.mjs" suffix(, 0)
};
TEXT palette_mjs[] = {
#embed "../Console/palette.mjs" suffix(, 0)
};
TEXT plot_mjs[] = {
#embed "../Console/plot.mjs" suffix(, 0)
};
TEXT problem_mjs[] = {
#embed "../Console/problem.mjs" suffix(, 0)
};
TEXT progress_mjs[] = {
#embed "../Console/progress.mjs" suffix(, 0)
};
TEXT release_actions_mjs[] = {
#embed "../Console/release-actions.mjs" suffix(, 0)
};
TEXT release_history_mjs[] = {
#embed "../Console/release-history.mjs" suffix(, 0)
};
TEXT router_mjs[] = {
#embed "../Console/router.mjs" suffix(, 0)
};
TEXT rows_mjs[] = {
#embed "../Console/rows.mjs" suffix(, 0)
};
TEXT rule_check_mjs[] = {
#embed "../Console/rule-check.mjs" suffix(, 0)
};
TEXT rule_form_mjs[] = {
#embed "../Console/rule-form.mjs" suffix(, 0)
};
TEXT rule_text_mjs[] = {
#embed "../Console/rule-text.mjs" suffix(, 0)
};
TEXT screens_mjs[] = {
#embed "../Console/screens.mjs" suffix(, 0)
};
TEXT session_mjs[] = {
#embed "../Console/session.mjs" suffix(, 0)
};
TEXT sign_in_mjs[] = {
#embed "../Console/sign-in.mjs" suffix(, 0)
};
TEXT table_mjs[] = {
#embed "../Console/table.mjs" suffix(, 0)
};
TEXT texts_en_mjs[] = {
#embed "../Console/texts-en.mjs" suffix(, 0)
};
TEXT texts_zh_mjs[] = {
#embed "../Console/texts-zh.mjs" suffix(, 0)
};
TEXT view_access_mjs[] = {
#embed "../Console/view-access.mjs" suffix(, 0)
};
TEXT view_audit_row_mjs[] = {
#embed "../Console/view-audit-row.mjs" suffix(, 0)
};
TEXT view_audit_mjs[] = {
#embed "../Console/view-audit.mjs" suffix(, 0)
};
TEXT view_compare_mjs[] = {
#embed "../Console/view-compare.mjs" suffix(, 0)
};
TEXT view_expectations_mjs[] = {
#embed "../Console/view-expectations.mjs" suffix(, 0)
};
TEXT view_import_mjs[] = {
#embed "../Console/view-import.mjs" suffix(, 0)
};
TEXT view_missing_mjs[] = {
#embed "../Console/view-missing.mjs" suffix(, 0)
};
TEXT view_overview_mjs[] = {
#embed "../Console/view-overview.mjs" suffix(, 0)
};
TEXT view_release_mjs[] = {
#embed "../Console/view-release.mjs" suffix(, 0)
};
TEXT view_releases_mjs[] = {
#embed "../Console/view-releases.mjs" suffix(, 0)
};
TEXT view_review_mjs[] = {
#embed "../Console/view-review.mjs" suffix(, 0)
};
TEXT view_rule_mjs[] = {
#embed "../Console/view-rule.mjs" suffix(, 0)
};
TEXT view_rules_mjs[] = {
#embed "../Console/view-rules.mjs" suffix(, 0)
};
TEXT view_screens_mjs[] = {
#embed "../Console/view-screens.mjs" suffix(, 0)
};
TEXT view_settings_mjs[] = {
#embed "../Console/view-settings.mjs" suffix(, 0)
};
TEXT view_system_mjs[] = {
#embed "../Console/view-system.mjs" suffix(, 0)
};
TEXT view_try_mjs[] = {
#embed "../Console/view-try.mjs" suffix(, 0)
};

/* The name is in the row: a text of its own would have debug information, too. */
struct text_file {
    char name[32];
    const unsigned char *text;
};

/* A file of Sources/Console has one row here, which a test compares. */
NO_DEBUG_INFORMATION static const struct text_file files[] = {
    {"api.mjs", api_mjs},
    {"app-bar.mjs", app_bar_mjs},
    {"attention.mjs", attention_mjs},
    {"audit-chain.mjs", audit_chain_mjs},
    {"bulk.mjs", bulk_mjs},
    {"commands.mjs", commands_mjs},
    {"conflict.mjs", conflict_mjs},
    {"console.css", console_css},
    {"contexts.mjs", contexts_mjs},
    {"counters.mjs", counters_mjs},
    {"create-app.mjs", create_app_mjs},
    {"dialog.mjs", dialog_mjs},
    {"dom.mjs", dom_mjs},
    {"draft.mjs", draft_mjs},
    {"edits.mjs", edits_mjs},
    {"engine-worker.mjs", engine_worker_mjs},
    {"engine.mjs", engine_mjs},
    {"filter.mjs", filter_mjs},
    {"finding.mjs", finding_mjs},
    {"form.mjs", form_mjs},
    {"frame.mjs", frame_mjs},
    {"from-address.mjs", from_address_mjs},
    {"index.html", index_html},
    {"json-difference.mjs", json_difference_mjs},
    {"keys.mjs", keys_mjs},
    {"language.mjs", language_mjs},
    {"live.mjs", live_mjs},
    {"main.mjs", main_mjs},
    {"mark.svg", mark_svg},
    {"measure.mjs", measure_mjs},
    {"merge.mjs", merge_mjs},
    {"metrics.mjs", metrics_mjs},
    {"moment.mjs", moment_mjs},
    {"outcome.mjs", outcome_mjs},
    {"palette.mjs", palette_mjs},
    {"plot.mjs", plot_mjs},
    {"problem.mjs", problem_mjs},
    {"progress.mjs", progress_mjs},
    {"release-actions.mjs", release_actions_mjs},
    {"release-history.mjs", release_history_mjs},
    {"router.mjs", router_mjs},
    {"rows.mjs", rows_mjs},
    {"rule-check.mjs", rule_check_mjs},
    {"rule-form.mjs", rule_form_mjs},
    {"rule-text.mjs", rule_text_mjs},
    {"screens.mjs", screens_mjs},
    {"session.mjs", session_mjs},
    {"sign-in.mjs", sign_in_mjs},
    {"table.mjs", table_mjs},
    {"texts-en.mjs", texts_en_mjs},
    {"texts-zh.mjs", texts_zh_mjs},
    {"view-access.mjs", view_access_mjs},
    {"view-audit-row.mjs", view_audit_row_mjs},
    {"view-audit.mjs", view_audit_mjs},
    {"view-compare.mjs", view_compare_mjs},
    {"view-expectations.mjs", view_expectations_mjs},
    {"view-import.mjs", view_import_mjs},
    {"view-missing.mjs", view_missing_mjs},
    {"view-overview.mjs", view_overview_mjs},
    {"view-release.mjs", view_release_mjs},
    {"view-releases.mjs", view_releases_mjs},
    {"view-review.mjs", view_review_mjs},
    {"view-rule.mjs", view_rule_mjs},
    {"view-rules.mjs", view_rules_mjs},
    {"view-screens.mjs", view_screens_mjs},
    {"view-settings.mjs", view_settings_mjs},
    {"view-system.mjs", view_system_mjs},
    {"view-try.mjs", view_try_mjs},
};

NO_DEBUG_INFORMATION size_t console_file_count(void) { return sizeof files / sizeof *files; }

NO_DEBUG_INFORMATION struct console_file console_file(size_t number) {
    const struct text_file *file = &files[number];
    return (struct console_file){file->name, file->text, strlen((const char *)file->text)};
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
