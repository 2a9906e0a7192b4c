/** Names of time zones as people are shown them: those that the IANA database has today. */
import { isTimeZone } from '@greenwave/contract/time'

/** All names that ICU 78 (Node 24 and Chromium) keeps for zones that the IANA database has renamed, by which it has now. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** Returns the name under which a time zone is shown: the one of today, unless this browser does not know it yet. */
export function shownZone(name: string): string {
  const today = RENAMED[name]
  return today !== undefined && isTimeZone(today) ? today : name
}

/**
 * Returns the time zones that a field offers, by the names that are shown. The chosen one keeps the value that it has,
 * whether that is its old name, or one that this browser does not list.
 */
export function zoneChoices(chosen: string): readonly { readonly value: string; readonly label: string }[] {
  const shown = shownZone(chosen)
  const names = new Set([...Intl.supportedValuesOf('timeZone').map(shownZone), shown])
  return [...names].sort().map((label) => ({ value: label === shown ? chosen : label, label }))
}
