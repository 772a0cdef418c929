#pragma once
#include <glib.h>

// GOption behind types of our own: GLib's appear in other modules' headers too, and Swift takes a type that several
// modules declare for that of any one of them.

/// One option of a command line: `flag` is for one without a value, `value` for one with, `rest` for what is no option.
/// Exactly one of the three is set; what is put there by `lumascan_options_parse` is freed by `lumascan_options_clear`.
typedef struct lumascan_option {
    const char *name;
    char letter;
    int *flag;
    char **value;
    char ***rest;
} lumascan_option;

/// Takes the arguments apart (the first is the program's name). The GOptionGroup is taken over.
/// Returns NULL, or what is wrong, to be freed with `lumascan_text_free`.
static inline char *lumascan_options_parse(const lumascan_option *options, size_t count, void *group,
                                           const char *const *arguments) {
    GOptionContext *context = g_option_context_new(NULL);
    GOptionEntry *entries = g_new0(GOptionEntry, count + 1);
    char **copies = g_strdupv((char **)arguments);
    char *problem = NULL;
    GError *error = NULL;
    for (size_t i = 0; i < count; i++) {
        const lumascan_option *option = &options[i];
        entries[i].long_name = option->name;
        entries[i].short_name = option->letter;
        entries[i].arg = option->flag    ? G_OPTION_ARG_NONE
                         : option->value ? G_OPTION_ARG_FILENAME
                                         : G_OPTION_ARG_FILENAME_ARRAY;
        entries[i].arg_data = option->flag    ? (void *)option->flag
                              : option->value ? (void *)option->value
                                              : (void *)option->rest;
    }
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_add_main_entries(context, entries, NULL);
    if (group) g_option_context_add_group(context, (GOptionGroup *)group);
    if (!g_option_context_parse_strv(context, &copies, &error)) {
        problem = g_strdup(error ? error->message : "the arguments cannot be parsed");
        g_clear_error(&error);
    }
    g_strfreev(copies);
    g_option_context_free(context);
    g_free(entries);
    return problem;
}

static inline void lumascan_options_clear(const lumascan_option *options, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (options[i].value) g_clear_pointer(options[i].value, g_free);
        if (options[i].rest) g_clear_pointer(options[i].rest, g_strfreev);
    }
}

/// The help on a group's options, to be freed with `lumascan_text_free`. The GOptionGroup is taken over.
static inline char *lumascan_options_help(void *group) {
    GOptionContext *context = g_option_context_new(NULL);
    char *text;
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_add_group(context, (GOptionGroup *)group);
    text = g_option_context_get_help(context, FALSE, (GOptionGroup *)group);
    g_option_context_free(context);
    return text;
}

static inline void lumascan_text_free(char *text) { g_free(text); }

/// What a line of a key file is.
typedef enum lumascan_line_kind {
    LUMASCAN_LINE_EMPTY,
    LUMASCAN_LINE_GROUP,
    LUMASCAN_LINE_KEY,
    /// A key whose value has a backslash that begins no escape.
    LUMASCAN_LINE_BAD_VALUE,
    LUMASCAN_LINE_WRONG,
} lumascan_line_kind;

/// Takes one line of a key file apart with GKeyFile. No line goes on in the next one, so that a line says alone what it
/// says in its file. The name of a group or a key and a key's value are to be freed with `lumascan_text_free`.
static inline lumascan_line_kind lumascan_key_file_line(const char *line, char **name, char **value) {
    const GKeyFileFlags flags = G_KEY_FILE_KEEP_TRANSLATIONS;
    lumascan_line_kind kind = LUMASCAN_LINE_WRONG;
    GKeyFile *file = g_key_file_new();
    *name = *value = NULL;
    if (g_key_file_load_from_data(file, line, (gsize)-1, flags, NULL)) {
        *name = g_key_file_get_start_group(file);
        kind = *name ? LUMASCAN_LINE_GROUP : LUMASCAN_LINE_EMPTY;
    } else {
        char *grouped = g_strconcat("[group]\n", line, NULL);
        char **keys = NULL;
        GError *error = NULL;
        if (g_key_file_load_from_data(file, grouped, (gsize)-1, flags, NULL) &&
            (keys = g_key_file_get_keys(file, "group", NULL, NULL)) && keys[0]) {
            *name = g_strdup(keys[0]);
            *value = g_key_file_get_string(file, "group", keys[0], &error);
            kind = !error ? LUMASCAN_LINE_KEY : LUMASCAN_LINE_BAD_VALUE;
        }
        g_clear_error(&error);
        g_strfreev(keys);
        g_free(grouped);
    }
    g_key_file_free(file);
    return kind;
}

// Commands: vectors of strings, NULL at the end, to be freed with `lumascan_vector_free`.

/// The words of a command line, unquoted as by a shell and not expanded; NULL where a quote has no end.
static inline char **lumascan_shell_split(const char *text) {
    char **words = NULL;
    return g_shell_parse_argv(text, NULL, &words, NULL) ? words : NULL;
}

/// The path of the program: as it is, where the name has a slash, else by PATH. NULL where there is none that can be
/// run; else to be freed with `lumascan_text_free`.
static inline char *lumascan_find_program(const char *name) { return g_find_program_in_path(name); }

/// The environment of this process, with the changes: names and values in turn, NULL at the end.
static inline char **lumascan_environment(char *const *changes) {
    char **environment = g_get_environ();
    for (; changes[0] != NULL; changes += 2)
        environment = g_environ_setenv(environment, changes[0], changes[1], TRUE);
    return environment;
}

static inline void lumascan_vector_free(char **vector) { g_strfreev(vector); }
