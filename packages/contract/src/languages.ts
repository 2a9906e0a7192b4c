/**
 * Languages of Greenwave's screens and messages, as language tags (BCP 47). A language that is
 * added here needs a pack of texts in the console and the texts of messages in the watcher.
 */
export const LANGUAGES = ['vi', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Name of each language in itself, for menus. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { vi: 'Tiếng Việt', en: 'English' }
