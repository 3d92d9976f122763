#include "CServerFiles.h"

/* #embed is C23, and a compiler without it has no files. */
#ifdef __has_embed

#ifdef __clang__
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

/* The text of each file of Sources/Server/Console, and a zero byte, so that an empty file is an array, too. They are variables of their own because
   those that the compiler makes for constants inside the table would have debug information. */
#define TEXT NO_DEBUG_INFORMATION static const unsigned char

TEXT adoption_mjs[] = {
#embed "../../Server/Console/adoption.mjs" suffix(, 0)
};
TEXT api_mjs[] = {
#embed "../../Server/Console/api.mjs" suffix(, 0)
};
TEXT app_bar_mjs[] = {
#embed "../../Server/Console/app-bar.mjs" suffix(, 0)
};
TEXT attention_mjs[] = {
#embed "../../Server/Console/attention.mjs" suffix(, 0)
};
TEXT audit_chain_mjs[] = {
#embed "../../Server/Console/audit-chain.mjs" suffix(, 0)
};
TEXT bulk_mjs[] = {
#embed "../../Server/Console/bulk.mjs" suffix(, 0)
};
TEXT change_stream_mjs[] = {
#embed "../../Server/Console/change-stream.mjs" suffix(, 0)
};
TEXT channel_moved_mjs[] = {
#embed "../../Server/Console/channel-moved.mjs" suffix(, 0)
};
TEXT commands_mjs[] = {
#embed "../../Server/Console/commands.mjs" suffix(, 0)
};
TEXT conflict_mjs[] = {
#embed "../../Server/Console/conflict.mjs" suffix(, 0)
};
TEXT console_css[] = {
#embed "../../Server/Console/console.css" suffix(, 0)
};
TEXT contexts_mjs[] = {
#embed "../../Server/Console/contexts.mjs" suffix(, 0)
};
TEXT create_app_mjs[] = {
#embed "../../Server/Console/create-app.mjs" suffix(, 0)
};
TEXT dialog_mjs[] = {
#embed "../../Server/Console/dialog.mjs" suffix(, 0)
};
TEXT dom_mjs[] = {
#embed "../../Server/Console/dom.mjs" suffix(, 0)
};
TEXT draft_mjs[] = {
#embed "../../Server/Console/draft.mjs" suffix(, 0)
};
TEXT edits_mjs[] = {
#embed "../../Server/Console/edits.mjs" suffix(, 0)
};
TEXT engine_worker_mjs[] = {
#embed "../../Server/Console/engine-worker.mjs" suffix(, 0)
};
TEXT engine_mjs[] = {
#embed "../../Server/Console/engine.mjs" suffix(, 0)
};
TEXT expectation_form_mjs[] = {
#embed "../../Server/Console/expectation-form.mjs" suffix(, 0)
};
TEXT expectations_mjs[] = {
#embed "../../Server/Console/expectations.mjs" suffix(, 0)
};
TEXT filter_mjs[] = {
#embed "../../Server/Console/filter.mjs" suffix(, 0)
};
TEXT finding_mjs[] = {
#embed "../../Server/Console/finding.mjs" suffix(, 0)
};
TEXT form_mjs[] = {
#embed "../../Server/Console/form.mjs" suffix(, 0)
};
TEXT frame_mjs[] = {
#embed "../../Server/Console/frame.mjs" suffix(, 0)
};
TEXT from_address_mjs[] = {
#embed "../../Server/Console/from-address.mjs" suffix(, 0)
};
TEXT index_html[] = {
#embed "../../Server/Console/index.html" suffix(, 0)
};
TEXT json_difference_mjs[] = {
#embed "../../Server/Console/json-difference.mjs" suffix(, 0)
};
TEXT kept_fields_mjs[] = {
#embed "../../Server/Console/kept-fields.mjs" suffix(, 0)
};
TEXT keys_mjs[] = {
#embed "../../Server/Console/keys.mjs" suffix(, 0)
};
TEXT language_mjs[] = {
#embed "../../Server/Console/language.mjs" suffix(, 0)
};
TEXT live_mjs[] = {
#embed "../../Server/Console/live.mjs" suffix(, 0)
};
TEXT main_mjs[] = {
#embed "../../Server/Console/main.mjs" suffix(, 0)
};
TEXT mark_svg[] = {
#embed "../../Server/Console/mark.svg" suffix(, 0)
};
TEXT measure_mjs[] = {
#embed "../../Server/Console/measure.mjs" suffix(, 0)
};
TEXT merge_mjs[] = {
#embed "../../Server/Console/merge.mjs" suffix(, 0)
};
TEXT metrics_mjs[] = {
#embed "../../Server/Console/metrics.mjs" suffix(, 0)
};
TEXT moment_mjs[] = {
#embed "../../Server/Console/moment.mjs" suffix(, 0)
};
TEXT news_mjs[] = {
#embed "../../Server/Console/news.mjs" suffix(, 0)
};
TEXT outcome_mjs[] = {
#embed "../../Server/Console/outcome.mjs" suffix(, 0)
};
TEXT palette_mjs[] = {
#embed "../../Server/Console/palette.mjs" suffix(, 0)
};
TEXT plot_mjs[] = {
#embed "../../Server/Console/plot.mjs" suffix(, 0)
};
TEXT problem_mjs[] = {
#embed "../../Server/Console/problem.mjs" suffix(, 0)
};
TEXT progress_mjs[] = {
#embed "../../Server/Console/progress.mjs" suffix(, 0)
};
TEXT publish_choice_mjs[] = {
#embed "../../Server/Console/publish-choice.mjs" suffix(, 0)
};
TEXT qr_code_mjs[] = {
#embed "../../Server/Console/qr-code.mjs" suffix(, 0)
};
TEXT qr_dialog_mjs[] = {
#embed "../../Server/Console/qr-dialog.mjs" suffix(, 0)
};
TEXT release_actions_mjs[] = {
#embed "../../Server/Console/release-actions.mjs" suffix(, 0)
};
TEXT release_history_mjs[] = {
#embed "../../Server/Console/release-history.mjs" suffix(, 0)
};
TEXT router_mjs[] = {
#embed "../../Server/Console/router.mjs" suffix(, 0)
};
TEXT rows_mjs[] = {
#embed "../../Server/Console/rows.mjs" suffix(, 0)
};
TEXT rule_check_mjs[] = {
#embed "../../Server/Console/rule-check.mjs" suffix(, 0)
};
TEXT rule_form_mjs[] = {
#embed "../../Server/Console/rule-form.mjs" suffix(, 0)
};
TEXT rule_history_mjs[] = {
#embed "../../Server/Console/rule-history.mjs" suffix(, 0)
};
TEXT rule_text_mjs[] = {
#embed "../../Server/Console/rule-text.mjs" suffix(, 0)
};
TEXT screens_mjs[] = {
#embed "../../Server/Console/screens.mjs" suffix(, 0)
};
TEXT session_mjs[] = {
#embed "../../Server/Console/session.mjs" suffix(, 0)
};
TEXT sign_in_mjs[] = {
#embed "../../Server/Console/sign-in.mjs" suffix(, 0)
};
TEXT table_mjs[] = {
#embed "../../Server/Console/table.mjs" suffix(, 0)
};
TEXT texts_en_mjs[] = {
#embed "../../Server/Console/texts-en.mjs" suffix(, 0)
};
TEXT texts_zh_mjs[] = {
#embed "../../Server/Console/texts-zh.mjs" suffix(, 0)
};
TEXT version_mjs[] = {
#embed "../../Server/Console/version.mjs" suffix(, 0)
};
TEXT view_access_mjs[] = {
#embed "../../Server/Console/view-access.mjs" suffix(, 0)
};
TEXT view_audit_row_mjs[] = {
#embed "../../Server/Console/view-audit-row.mjs" suffix(, 0)
};
TEXT view_audit_mjs[] = {
#embed "../../Server/Console/view-audit.mjs" suffix(, 0)
};
TEXT view_compare_mjs[] = {
#embed "../../Server/Console/view-compare.mjs" suffix(, 0)
};
TEXT view_expectations_mjs[] = {
#embed "../../Server/Console/view-expectations.mjs" suffix(, 0)
};
TEXT view_hosts_mjs[] = {
#embed "../../Server/Console/view-hosts.mjs" suffix(, 0)
};
TEXT view_import_mjs[] = {
#embed "../../Server/Console/view-import.mjs" suffix(, 0)
};
TEXT view_link_mjs[] = {
#embed "../../Server/Console/view-link.mjs" suffix(, 0)
};
TEXT view_missing_mjs[] = {
#embed "../../Server/Console/view-missing.mjs" suffix(, 0)
};
TEXT view_overview_mjs[] = {
#embed "../../Server/Console/view-overview.mjs" suffix(, 0)
};
TEXT view_release_mjs[] = {
#embed "../../Server/Console/view-release.mjs" suffix(, 0)
};
TEXT view_releases_mjs[] = {
#embed "../../Server/Console/view-releases.mjs" suffix(, 0)
};
TEXT view_review_mjs[] = {
#embed "../../Server/Console/view-review.mjs" suffix(, 0)
};
TEXT view_rule_mjs[] = {
#embed "../../Server/Console/view-rule.mjs" suffix(, 0)
};
TEXT view_rules_mjs[] = {
#embed "../../Server/Console/view-rules.mjs" suffix(, 0)
};
TEXT view_screens_mjs[] = {
#embed "../../Server/Console/view-screens.mjs" suffix(, 0)
};
TEXT view_settings_mjs[] = {
#embed "../../Server/Console/view-settings.mjs" suffix(, 0)
};
TEXT view_system_mjs[] = {
#embed "../../Server/Console/view-system.mjs" suffix(, 0)
};
TEXT view_try_mjs[] = {
#embed "../../Server/Console/view-try.mjs" suffix(, 0)
};

/* The name is in the row: a text of its own would have debug information, too. */
struct text_file {
    char name[32];
    const unsigned char *text;
    size_t count;
};

/* A file of Sources/Server/Console has one row here, which a test compares. */
NO_DEBUG_INFORMATION static const struct text_file files[] = {
    {"adoption.mjs", adoption_mjs, sizeof adoption_mjs - 1},
    {"api.mjs", api_mjs, sizeof api_mjs - 1},
    {"app-bar.mjs", app_bar_mjs, sizeof app_bar_mjs - 1},
    {"attention.mjs", attention_mjs, sizeof attention_mjs - 1},
    {"audit-chain.mjs", audit_chain_mjs, sizeof audit_chain_mjs - 1},
    {"bulk.mjs", bulk_mjs, sizeof bulk_mjs - 1},
    {"change-stream.mjs", change_stream_mjs, sizeof change_stream_mjs - 1},
    {"channel-moved.mjs", channel_moved_mjs, sizeof channel_moved_mjs - 1},
    {"commands.mjs", commands_mjs, sizeof commands_mjs - 1},
    {"conflict.mjs", conflict_mjs, sizeof conflict_mjs - 1},
    {"console.css", console_css, sizeof console_css - 1},
    {"contexts.mjs", contexts_mjs, sizeof contexts_mjs - 1},
    {"create-app.mjs", create_app_mjs, sizeof create_app_mjs - 1},
    {"dialog.mjs", dialog_mjs, sizeof dialog_mjs - 1},
    {"dom.mjs", dom_mjs, sizeof dom_mjs - 1},
    {"draft.mjs", draft_mjs, sizeof draft_mjs - 1},
    {"edits.mjs", edits_mjs, sizeof edits_mjs - 1},
    {"engine-worker.mjs", engine_worker_mjs, sizeof engine_worker_mjs - 1},
    {"engine.mjs", engine_mjs, sizeof engine_mjs - 1},
    {"expectation-form.mjs", expectation_form_mjs, sizeof expectation_form_mjs - 1},
    {"expectations.mjs", expectations_mjs, sizeof expectations_mjs - 1},
    {"filter.mjs", filter_mjs, sizeof filter_mjs - 1},
    {"finding.mjs", finding_mjs, sizeof finding_mjs - 1},
    {"form.mjs", form_mjs, sizeof form_mjs - 1},
    {"frame.mjs", frame_mjs, sizeof frame_mjs - 1},
    {"from-address.mjs", from_address_mjs, sizeof from_address_mjs - 1},
    {"index.html", index_html, sizeof index_html - 1},
    {"json-difference.mjs", json_difference_mjs, sizeof json_difference_mjs - 1},
    {"kept-fields.mjs", kept_fields_mjs, sizeof kept_fields_mjs - 1},
    {"keys.mjs", keys_mjs, sizeof keys_mjs - 1},
    {"language.mjs", language_mjs, sizeof language_mjs - 1},
    {"live.mjs", live_mjs, sizeof live_mjs - 1},
    {"main.mjs", main_mjs, sizeof main_mjs - 1},
    {"mark.svg", mark_svg, sizeof mark_svg - 1},
    {"measure.mjs", measure_mjs, sizeof measure_mjs - 1},
    {"merge.mjs", merge_mjs, sizeof merge_mjs - 1},
    {"metrics.mjs", metrics_mjs, sizeof metrics_mjs - 1},
    {"moment.mjs", moment_mjs, sizeof moment_mjs - 1},
    {"news.mjs", news_mjs, sizeof news_mjs - 1},
    {"outcome.mjs", outcome_mjs, sizeof outcome_mjs - 1},
    {"palette.mjs", palette_mjs, sizeof palette_mjs - 1},
    {"plot.mjs", plot_mjs, sizeof plot_mjs - 1},
    {"problem.mjs", problem_mjs, sizeof problem_mjs - 1},
    {"progress.mjs", progress_mjs, sizeof progress_mjs - 1},
    {"publish-choice.mjs", publish_choice_mjs, sizeof publish_choice_mjs - 1},
    {"qr-code.mjs", qr_code_mjs, sizeof qr_code_mjs - 1},
    {"qr-dialog.mjs", qr_dialog_mjs, sizeof qr_dialog_mjs - 1},
    {"release-actions.mjs", release_actions_mjs, sizeof release_actions_mjs - 1},
    {"release-history.mjs", release_history_mjs, sizeof release_history_mjs - 1},
    {"router.mjs", router_mjs, sizeof router_mjs - 1},
    {"rows.mjs", rows_mjs, sizeof rows_mjs - 1},
    {"rule-check.mjs", rule_check_mjs, sizeof rule_check_mjs - 1},
    {"rule-form.mjs", rule_form_mjs, sizeof rule_form_mjs - 1},
    {"rule-history.mjs", rule_history_mjs, sizeof rule_history_mjs - 1},
    {"rule-text.mjs", rule_text_mjs, sizeof rule_text_mjs - 1},
    {"screens.mjs", screens_mjs, sizeof screens_mjs - 1},
    {"session.mjs", session_mjs, sizeof session_mjs - 1},
    {"sign-in.mjs", sign_in_mjs, sizeof sign_in_mjs - 1},
    {"table.mjs", table_mjs, sizeof table_mjs - 1},
    {"texts-en.mjs", texts_en_mjs, sizeof texts_en_mjs - 1},
    {"texts-zh.mjs", texts_zh_mjs, sizeof texts_zh_mjs - 1},
    {"version.mjs", version_mjs, sizeof version_mjs - 1},
    {"view-access.mjs", view_access_mjs, sizeof view_access_mjs - 1},
    {"view-audit-row.mjs", view_audit_row_mjs, sizeof view_audit_row_mjs - 1},
    {"view-audit.mjs", view_audit_mjs, sizeof view_audit_mjs - 1},
    {"view-compare.mjs", view_compare_mjs, sizeof view_compare_mjs - 1},
    {"view-expectations.mjs", view_expectations_mjs, sizeof view_expectations_mjs - 1},
    {"view-hosts.mjs", view_hosts_mjs, sizeof view_hosts_mjs - 1},
    {"view-import.mjs", view_import_mjs, sizeof view_import_mjs - 1},
    {"view-link.mjs", view_link_mjs, sizeof view_link_mjs - 1},
    {"view-missing.mjs", view_missing_mjs, sizeof view_missing_mjs - 1},
    {"view-overview.mjs", view_overview_mjs, sizeof view_overview_mjs - 1},
    {"view-release.mjs", view_release_mjs, sizeof view_release_mjs - 1},
    {"view-releases.mjs", view_releases_mjs, sizeof view_releases_mjs - 1},
    {"view-review.mjs", view_review_mjs, sizeof view_review_mjs - 1},
    {"view-rule.mjs", view_rule_mjs, sizeof view_rule_mjs - 1},
    {"view-rules.mjs", view_rules_mjs, sizeof view_rules_mjs - 1},
    {"view-screens.mjs", view_screens_mjs, sizeof view_screens_mjs - 1},
    {"view-settings.mjs", view_settings_mjs, sizeof view_settings_mjs - 1},
    {"view-system.mjs", view_system_mjs, sizeof view_system_mjs - 1},
    {"view-try.mjs", view_try_mjs, sizeof view_try_mjs - 1},
};

NO_DEBUG_INFORMATION size_t console_file_count(void) { return sizeof files / sizeof *files; }

NO_DEBUG_INFORMATION struct server_file console_file(size_t number) {
    const struct text_file *file = &files[number];
    return (struct server_file){file->name, file->text, file->count};
}

#else

NO_DEBUG_INFORMATION static const char no_name[] = "";
NO_DEBUG_INFORMATION static const unsigned char no_bytes[] = {0};

NO_DEBUG_INFORMATION size_t console_file_count(void) { return 0; }

NO_DEBUG_INFORMATION struct server_file console_file(size_t number) {
    (void)number;
    return (struct server_file){no_name, no_bytes, 0};
}

#endif
