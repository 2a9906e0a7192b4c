/** The language packs, and where the choice is stored. */

export const PACKS = ['default', 'vi', 'en'] as const
/**
 * A language pack. `default` has the product's own texts, which mix English and Vietnamese; `vi` and `en` have one
 * language.
 */
export type Pack = (typeof PACKS)[number]

/** The name of each pack in the language menu, in its own language. */
export const PACK_NAMES: Readonly<Record<Pack, string>> = {
  default: 'Tiếng Việt / English',
  vi: 'Tiếng Việt',
  en: 'English',
}

/** Language tags for i18next and for `<html lang>`. The mixed pack is mostly English. */
export const PACK_TAGS: Readonly<Record<Pack, string>> = { default: 'en-VN', vi: 'vi', en: 'en' }

const STORAGE_KEY = 'greenwave.language'

/** Returns the pack of a language tag; the default pack for an unknown tag. */
export function packOfTag(tag: string): Pack {
  return PACKS.find((pack) => PACK_TAGS[pack] === tag) ?? 'default'
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
