/** The language packs, and where the choice is kept. */

export const PACKS = ['default', 'vi', 'en'] as const
/** `default`: the product's own words, English and Vietnamese mixed. `vi` and `en`: one language throughout. */
export type Pack = (typeof PACKS)[number]

/** How a pack calls itself in the language menu, in its own language. */
export const PACK_NAMES: Readonly<Record<Pack, string>> = {
  default: 'Tiếng Việt / English',
  vi: 'Tiếng Việt',
  en: 'English',
}

/** Language tags for i18next and for `<html lang>`; the mixed pack reads mostly English. */
export const PACK_TAGS: Readonly<Record<Pack, string>> = { default: 'en-VN', vi: 'vi', en: 'en' }

const STORAGE_KEY = 'greenwave.language'

/** The pack of a language tag. */
export function packOfTag(tag: string): Pack {
  return PACKS.find((pack) => PACK_TAGS[pack] === tag) ?? 'default'
}

/** The pack that was chosen on this computer. */
export function storedPack(): Pack {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return PACKS.find((pack) => pack === stored) ?? 'default'
  } catch {
    return 'default'
  }
}

/** Keeps the choice; where storage is blocked it lasts until the page is closed. */
export function storePack(pack: Pack): void {
  try {
    localStorage.setItem(STORAGE_KEY, pack)
  } catch {
    // The choice then lives in this page alone.
  }
}
