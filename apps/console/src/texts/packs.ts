/** The language packs, and where the choice is stored. */
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@greenwave/contract/languages'

/** Language packs: one per language, and `default`, the product's own texts, which mix English and Vietnamese. */
export const PACKS = ['default', ...LANGUAGES] as const
export type Pack = (typeof PACKS)[number]

/** The name of each pack in the language menu, in its own language. */
export const PACK_NAMES: Readonly<Record<Pack, string>> = { default: 'Tiếng Việt / English', ...LANGUAGE_NAMES }

/** The language tag of the default pack, which is mostly English. */
const DEFAULT_TAG = 'en-VN'

/** Returns the language tag of a pack, for `Intl` and for `<html lang>`. */
export const tagOf = (pack: Pack): string => (pack === 'default' ? DEFAULT_TAG : pack)

/** Returns the language of a pack; English for the default pack. */
export const languageOf = (pack: Pack): Language => (pack === 'default' ? 'en' : pack)

const STORAGE_KEY = 'greenwave.language'

/** Returns the pack of a language tag; the default pack for an unknown tag. */
export function packOfTag(tag: string): Pack {
  return PACKS.find((pack) => tagOf(pack) === tag) ?? 'default'
}

/** Returns the pack that was chosen on this computer; the default pack when there is none. */
export function storedPack(): Pack {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return PACKS.find((pack) => pack === stored) ?? 'default'
  } catch {
    return 'default'
  }
}

/** Stores the choice. Where storage is blocked, the choice lasts until the page is closed. */
export function storePack(pack: Pack): void {
  try {
    localStorage.setItem(STORAGE_KEY, pack)
  } catch {
    // The choice then lasts only for this page.
  }
}
