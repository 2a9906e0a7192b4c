/** @file The settings file of an installation. */
import {
  chmodSync,
  chownSync,
  existsSync,
  fsyncSync,
  openSync,
  closeSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type SettingTexts, environmentName } from '../start/settings.ts'
import { StartRefused } from '../start/startRefused.ts'
import { editEnvironmentFile, variablesOf } from './environmentFile.ts'
import { ASKED_SETTINGS } from './questions.ts'

/** Settings file of the installed package. */
export const INSTALLED_SETTINGS = '/etc/greenwave/greenwave.env'
const MOST_BYTES = 262_144
/** Only its owner reads it: it holds passwords. */
const NEW_MODE = 0o600

/** Reads the text of a settings file; a missing one is empty. @throws {StartRefused} */
export function readSettingsText(file: string): string {
  try {
    const { size } = statSync(file)
    if (size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    const why = error instanceof Error ? error.message : String(error)
    throw new StartRefused('settings', `The settings file ${file} cannot be read (${why})`, { cause: error })
  }
}

/** Reads the variables of a file that must be there. @throws {StartRefused} */
export function readSettingsFile(file: string): Readonly<Record<string, string>> {
  if (!existsSync(file)) throw new StartRefused('settings', `There is no file ${file}`)
  return variablesOf(readSettingsText(file))
}

/**
 * Writes answers into a settings file, completely or not at all. An empty text is the answer that there is none, so that
 * it is not asked again.
 * @throws {StartRefused} when the file cannot be written, {UnwritableSettings} for what cannot stand in it
 */
export function writeAnswers(file: string, answers: SettingTexts): void {
  const changes = Object.fromEntries(
    ASKED_SETTINGS.flatMap((setting) => {
      const text = answers[setting]
      return text === undefined ? [] : [[environmentName(setting), text]]
    }),
  )
  const edited = editEnvironmentFile(readSettingsText(file), changes)
  try {
    replaceFile(existsSync(file) ? realpathSync(file) : resolve(file), edited)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartRefused('settings', `The settings file ${file} cannot be written (${why})`, { cause: error })
  }
}

/** Replaces a file by one of the same owner and mode. */
function replaceFile(file: string, text: string): void {
  const before = existsSync(file) ? statSync(file) : undefined
  const next = join(dirname(file), '.greenwave.env.new')
  rmSync(next, { force: true })
  const handle = openSync(next, 'wx', NEW_MODE)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  if (before !== undefined) {
    if (process.getuid?.() === 0) chownSync(next, before.uid, before.gid)
    chmodSync(next, before.mode & 0o7777)
  }
  renameSync(next, file)
}
