import { environmentName, SETTING_NAMES } from './settings.ts'

/** Variables that other commands read, the watcher of this installation, and tests. */
const OF_OTHERS =
  /^GREENWAVE_(?:URL|(?:FROM_|TO_)?(?:USER|PASSWORD)|BACKUPS|PUSH_KEY|DEMONSTRATION|(?:WATCHER|CONTRACT|E2E|TEST)_\w+)$/

/**
 * Returns the variables of an environment that look like settings and are none. A misspelt setting has no effect, and
 * no error shows it.
 */
export function unknownSettings(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = new Set(SETTING_NAMES.map(environmentName))
  return Object.keys(environment).filter(
    (name) => name.startsWith('GREENWAVE_') && !known.has(name) && !OF_OTHERS.test(name),
  )
}

/** Returns the line that says so of one variable. */
export function unknownSettingLine(name: string): string {
  return `${name} is no setting of Greenwave and has no effect: \`greenwave serve --help\` lists them all`
}
