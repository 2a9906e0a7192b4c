import {
  CONSOLE_SETTINGS_ELEMENT_ID,
  ConsoleSettings,
  DEFAULT_CONSOLE_SETTINGS,
} from '@greenwave/contract/consoleSettings'
import * as z from 'zod/mini'

/** Reads the installation's settings from the page. Missing or unreadable settings get their defaults. */
export function readConsoleSettings(document: Pick<Document, 'getElementById'>): ConsoleSettings {
  const text = document.getElementById(CONSOLE_SETTINGS_ELEMENT_ID)?.textContent
  try {
    const settings = z.safeParse(ConsoleSettings, JSON.parse(text ?? '{}'))
    return settings.success ? settings.data : DEFAULT_CONSOLE_SETTINGS
  } catch {
    return DEFAULT_CONSOLE_SETTINGS
  }
}

let settings: ConsoleSettings | undefined

/** Returns the installation's settings: brand, contact details, map tiles. */
export function consoleSettings(): ConsoleSettings {
  settings ??= readConsoleSettings(document)
  return settings
}
