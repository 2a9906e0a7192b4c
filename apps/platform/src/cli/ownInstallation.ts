/** @file What an installation reports to its administrators beside the state of its platform. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { release } from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { VERSION } from '@greenwave/client/version'
import { type News, SystemFinding, type SystemFindings, type SystemReport } from '@greenwave/contract/wire/systemReport'
import { readBackupTest } from '../doctor/backupTest.ts'
import type { Installation, RunningPlatform, SupportBundle } from '../http/system.ts'
import { INSTALLED_SETTINGS } from '../setup/settingsFile.ts'
import {
  type GivenSettings,
  environmentName,
  SETTING_NAMES,
  type Settings,
  settingsInForce,
} from '../start/settings.ts'
import { packBundle, secretsIn } from './supportBundle.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const CHANGELOG = fileURLToPath(new URL('../../../../CHANGELOG.md', import.meta.url))
const BACKUPS = '/var/backups/greenwave'
/** Timeout of the checks, milliseconds: databases up to 256 MiB each are read completely. */
const CHECKS_WITHIN_MS = 120_000
const MOST_OUTPUT_BYTES = 1_048_576
/** Checks cost a process, so that results of the last seconds are used again, milliseconds. */
const AGAIN_AFTER_MS = 10_000

/** Options of the reports of an installation. */
export interface InstallationOptions {
  readonly settings: Pick<Settings, 'dataDir' | 'backup' | 'mail' | 'provider'>
  /** Returns the newest lines of the log. */
  readonly newestLines?: () => string
  /** `file`: the file of settings that was named; undefined: that of the systemd unit. */
  readonly given: Omit<GivenSettings, 'inFile'> & { readonly file?: string | undefined }
}

/** Creates the reports of the installation of this process. */
export function createOwnInstallation(
  { settings, given, newestLines = () => '' }: InstallationOptions,
  running: RunningPlatform,
): Installation {
  const backups = given.environment.GREENWAVE_BACKUPS ?? BACKUPS
  let checking: Promise<SystemFindings> | undefined
  let last: SystemFindings | undefined
  let news: readonly News[] | undefined

  const check = async (): Promise<SystemFindings> => {
    if (last && Date.now() - last.atMs < AGAIN_AFTER_MS) return last
    const environment = doctorEnvironment(given, settings.dataDir, new URL(running.url))
    last = { atMs: Date.now(), findings: await runDoctor(environment, backups) }
    return last
  }

  const findings = (): Promise<SystemFindings> => {
    checking ??= check().finally(() => {
      checking = undefined
    })
    return checking
  }

  async function report(): Promise<SystemReport> {
    const test = readBackupTest(settings.backup ? settings.dataDir : backups)
    news ??= newsOf(readChangelog())
    return {
      ...(await running.state()),
      news: [...news],
      ...(test && { backupTest: { atMs: test.atMs, isGood: test.isGood, says: test.says } }),
      settings: settingsInForce({ ...given, inFile: variablesIn(given.file ?? INSTALLED_SETTINGS) }),
    }
  }

  async function bundle(): Promise<SupportBundle> {
    const nowMs = Date.now()
    // A check that cannot run is what support wants to know.
    const checked = await findings().catch((error: unknown) => ({ failed: String(error) }))
    const { settings: inForce, ...state } = await report()
    const system = `${process.platform} ${release()}`
    const files = {
      'info.json': asText({ version: VERSION, node: process.version, system, ...state }),
      'doctor.json': asText(checked),
      'settings.json': asText(inForce),
      'metrics.txt': (await running.metrics()) ?? 'GREENWAVE_METRICS_PORT is not set.\n',
      'log.txt': newestLines(),
    }
    const secrets = secretsIn(secretValues(settings, given.environment))
    const name = `greenwave-support-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`
    return { name, bytes: packBundle(files, secrets, nowMs) }
  }

  return { report, findings, bundle }
}

const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Variables of other programs of this machine that hold secrets. */
const SECRET_VARIABLE = /^GREENWAVE_(?:\w*PASSWORD|\w*SECRET|\w*TOKEN|PUSH_KEY)$/

/** Returns the values that must not leave the machine. */
function secretValues(
  { mail, backup, provider }: InstallationOptions['settings'],
  environment: GivenSettings['environment'],
): string[] {
  const ofVariables = Object.entries(environment).filter(([name]) => SECRET_VARIABLE.test(name))
  const values = [mail?.url, backup?.address, provider?.clientSecret, ...ofVariables.map(([, value]) => value)]
  return values.filter((value) => value !== undefined)
}

/** Returns the environment in which `greenwave doctor` has the settings of this process. */
function doctorEnvironment(
  { flags, environment, defaults }: InstallationOptions['given'],
  dataDir: string,
  { hostname, port }: URL,
): NodeJS.ProcessEnv {
  const own = new Set<string>(SETTING_NAMES.map(environmentName))
  const others = Object.entries(process.env).filter(([name]) => !own.has(name))
  const settings = SETTING_NAMES.map((name) => {
    const variable = environmentName(name)
    return [variable, flags[name] ?? environment[variable] ?? defaults[name]] as const
  })
  const actual = {
    [environmentName('dataDir')]: dataDir,
    [environmentName('host')]: hostname.replace(/^\[|\]$/g, ''),
    [environmentName('port')]: port || '80',
  }
  return { ...Object.fromEntries(others), ...Object.fromEntries(settings), ...actual }
}

/** Runs the checks in a process of their own, because they wait for the disk. */
function runDoctor(env: NodeJS.ProcessEnv, backups: string): Promise<SystemFindings['findings']> {
  return new Promise((resolve, reject) => {
    const args = [MAIN, 'doctor', '--json', '--backups', backups]
    const options = { env, timeout: CHECKS_WITHIN_MS, maxBuffer: MOST_OUTPUT_BYTES }
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      // Exit code 1 reports that something has to be fixed.
      if (error && error.code !== 1) reject(new Error(`greenwave doctor failed: ${stderr.trim() || error.message}`))
      else resolve(stdout.split('\n').filter(Boolean).map(parseFinding))
    })
  })
}

/** Parses a line of `doctor --json`, in which the fix has the name that it had in the first release. */
function parseFinding(line: string): SystemFinding {
  const finding = JSON.parse(line)
  return SystemFinding.parse({ ...finding, fix: finding.mend })
}

/** Returns the names of the variables that a file sets; none for a file that cannot be read. */
export function variablesIn(file: string): ReadonlySet<string> {
  try {
    return new Set([...readFileSync(file, 'utf8').matchAll(/^\s*(GREENWAVE_\w+)=/gm)].map(([, name = '']) => name))
  } catch {
    return new Set()
  }
}

function readChangelog(): string {
  try {
    return readFileSync(CHANGELOG, 'utf8')
  } catch {
    return ''
  }
}

/** Parses the newest part of a changelog: its lines by heading, as plain text. */
export function newsOf(changelog: string): News[] {
  const [, newest = ''] = changelog.split(/^## .*$/m)
  return newest.split(/^(?=\*\*)/m).flatMap((part) => {
    const title = /^\*\*(.+)\*\*$/m.exec(part)?.[1]
    const lines = [...part.matchAll(/^- (.+)$/gm)].map(([, line = '']) =>
      line
        .replaceAll(/ ?\(\[[^\]]*\]\([^)]*\)\)/g, '')
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/[`*]/g, ''),
    )
    return title === undefined || lines.length === 0 ? [] : [{ title, lines }]
  })
}
