import {
  CONSOLE_SETTINGS_ELEMENT_ID,
  type ConsoleSettings,
  consoleSettingsOf,
  DEFAULT_CONSOLE_SETTINGS,
} from '@greenwave/contract/wire/consoleSettings'
import { setTimeZone } from '@greenwave/controller/timeZone'
import { log } from './log.ts'

/** Here, because the sign-in page shows it: beside the code that notices a new one, it would load the live connection. */
export { VERSION } from '@greenwave/client/version'

/** Parses the installation's settings from the page. Missing or unreadable settings get their defaults. */
export function parseConsoleSettings(document: Pick<Document, 'getElementById'>): ConsoleSettings {
  const text = document.getElementById(CONSOLE_SETTINGS_ELEMENT_ID)?.textContent
  try {
    return consoleSettingsOf(JSON.parse(text ?? '{}'))
  } catch {
    return DEFAULT_CONSOLE_SETTINGS
  }
}

/** The settings as last read, and the element from which they were. */
let last: { readonly element: HTMLElement | null; readonly settings: ConsoleSettings } | undefined

/** Returns the installation's settings: brand, contact details, time zone, map tiles. The same object while the page has the same. */
export function consoleSettings(): ConsoleSettings {
  const element = document.getElementById(CONSOLE_SETTINGS_ELEMENT_ID)
  if (last?.element !== element) last = { element, settings: parseConsoleSettings(document) }
  return last.settings
}

/** Sets the city's time zone for this page. A browser that does not know its name keeps the default. */
export function startTimeZone({ timeZone }: Pick<ConsoleSettings, 'timeZone'>): void {
  try {
    setTimeZone(timeZone)
  } catch {
    log(`This browser does not support the time zone ${timeZone}: city times are shown in another zone.`)
  }
}
