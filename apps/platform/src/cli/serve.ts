import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endForRestart, type Running, runUntilStopped } from '@greenwave/client/program/lifetime'
import { note, print } from '@greenwave/client/program/terminal'
import { useTimeZone } from '@greenwave/client/program/timeZoneOption'
import { Command } from 'commander'
import { readSettingsFile } from '../setup/settingsFile.ts'
import type { PlatformOptions } from '../start/platform.ts'
import { parseSettings, SETTING_NAMES, SettingError, type Settings, type SettingTexts } from '../start/settings.ts'
import { unknownSettingLine, unknownSettings } from '../start/unknownSettings.ts'
import { ENTITY_FILE } from '../store/databaseFiles.ts'
import { CONTENTS_FILE } from '../store/folderContents.ts'
import { upgradeStepOf } from '../upgrade/upgradeJournal.ts'
import { createLog, logOutput } from './log.ts'
import { startOwnBackup } from './ownBackup.ts'
import type { InstallationOptions } from './ownInstallation.ts'
import { startOwnWatchers } from './ownWatchers.ts'
import { addSettingOptions } from './settingOptions.ts'

const HELP = `
The first start makes the tenant administrator: give the e-mail address with --admin-email. The password is generated and
shown once. With --platform-url nothing is stored here: the console stands in front of that platform.

Exit codes: 0 stopped by Ctrl-C or SIGTERM, 2 a setting is wrong, a port is taken or the data folder cannot be used.`

const FIRST_START =
  'the first start makes the tenant administrator, so give their e-mail address, or run greenwave setup'

/** Creates the command `serve`. */
export function serveCommand(): Command {
  const command = new Command('serve')
    .summary('run the platform with its console')
    .description('Runs the platform with its console and the gateway that controllers connect to.')
    .option('--settings <file>', 'take settings from this file too, such as greenwave setup writes; others win')
  return addSettingOptions(command, SETTING_NAMES)
    .addHelpText('after', HELP)
    .action(async ({ settings: file, ...flags }: SettingTexts & { settings?: string }) => {
      const environment = { ...(file !== undefined && readSettingsFile(file)), ...process.env }
      const settings = parseSettings(environment, flags)
      for (const name of unknownSettings(environment)) note(unknownSettingLine(name))
      await serveHere(settings, { flags, environment, defaults: {}, file })
    })
}

/** Runs the platform, or the front of another, in this process until it is stopped. */
export async function serveHere(settings: Settings, given: InstallationOptions['given']): Promise<void> {
  const { platformUrl } = settings
  if (platformUrl === undefined) refuseStartWithoutAdmin(settings)
  useTimeZone(settings.console.timeZone)
  await runUntilStopped(() => (platformUrl === undefined ? serve(settings, given) : serveFront(settings, platformUrl)))
}

// The platform is loaded when the settings are right, so that help and refusals come at once.
async function serve(settings: Settings, given: InstallationOptions['given']): Promise<Running> {
  const { createPlatform } = await import('../start/platform.ts')
  const { findConsoleDir } = await import('./consoleDir.ts')
  const { createOwnInstallation } = await import('./ownInstallation.ts')
  const options = platformOptions(settings)
  const platform = await createPlatform({
    ...options,
    upgrade: upgradeStepOf(settings.dataDir),
    consoleDir: findConsoleDir(),
    installation: (running) =>
      createOwnInstallation({ settings, given, newestLines: () => logOutput.newestLines() }, running),
    prepare: (parts) => prepareFirstStart(parts, settings),
  })
  const watchers = startOwnWatchers(platform, settings, options.log)
  const backup = startOwnBackup(platform, settings, options.log)
  print('Greenwave is running. Ctrl-C stops it.')
  print()
  print(`  Console      ${platform.url}`)
  print(`  Controllers  ${[...new Set([platform.mqttUrl, platform.mqttsUrl])].filter(Boolean).join('  ')}`)
  print(`  Data         ${settings.dataDir}`)
  if (platform.metricsUrl !== undefined) print(`  Metrics      ${platform.metricsUrl}/metrics`)
  return {
    async close() {
      await watchers.close()
      // Before the databases close: a reader would keep their logs.
      await backup.close()
      await platform.close()
    },
  }
}

async function serveFront(settings: Settings, platformUrl: string): Promise<Running> {
  const { createFront } = await import('../start/front.ts')
  const { findConsoleDir } = await import('./consoleDir.ts')
  const front = await createFront({
    host: settings.host,
    port: settings.port,
    platformUrl,
    consoleDir: findConsoleDir(),
    consoleSettings: settings.console,
    tileArchive: settings.tileArchive,
    imageHosts: settings.imageHosts,
    trustedProxies: settings.trustedProxies,
    allowedOrigins: settings.allowedOrigins,
    metrics: settings.metrics,
    log: createLog(settings.logLevel),
    logOutput,
  })
  print('Greenwave is running. Ctrl-C stops it.')
  print()
  print(`  Console      ${front.url}`)
  print(`  Platform     ${platformUrl}`)
  if (front.metricsUrl !== undefined) print(`  Metrics      ${front.metricsUrl}/metrics`)
  return front
}

/** Returns the platform's options for these settings. */
export function platformOptions(settings: Settings): PlatformOptions {
  const log = createLog(settings.logLevel)
  return {
    dataDir: settings.dataDir,
    host: settings.host,
    port: settings.port,
    mqttHost: settings.mqttHost,
    mqttPort: settings.mqttPort,
    tls: settings.tls,
    telemetryRetentionMs: settings.telemetryRetentionMs,
    auditRetentionMs: settings.auditRetentionMs,
    recordRetentionMs: settings.recordRetentionMs,
    inactivityTimeoutMs: settings.inactivityTimeoutMs,
    sessionLifetimeMs: settings.sessionLifetimeMs,
    consoleSettings: settings.console,
    tileArchive: settings.tileArchive,
    imageHosts: settings.imageHosts,
    passwords: { minLength: settings.passwordMinLength },
    secondFactor: settings.secondFactor,
    publicUrl: settings.publicUrl,
    provider: settings.provider,
    mail: settings.mail,
    trustedProxies: settings.trustedProxies,
    allowedOrigins: settings.allowedOrigins,
    metrics: settings.metrics,
    log,
    logOutput,
    onGivenUp: (why) => endForRestart(log, why),
  }
}

type PreparedParts = Parameters<NonNullable<PlatformOptions['prepare']>>[0]

/** Refuses a first start without the address of the administrator, before anything is created. */
function refuseStartWithoutAdmin({ adminEmail, dataDir }: Settings): void {
  // A folder that lost its accounts is refused by the store, with what it lost.
  if (adminEmail !== undefined || [ENTITY_FILE, CONTENTS_FILE].some((name) => existsSync(join(dataDir, name)))) return
  throw new SettingError('adminEmail', undefined, FIRST_START)
}

/** Creates the tenant administrator of an empty store, and prints the password, which is stored nowhere. */
async function prepareFirstStart({ store, access }: PreparedParts, { adminEmail }: Settings): Promise<void> {
  if (store.tenants.all().length > 0) return
  if (adminEmail === undefined) throw new SettingError('adminEmail', undefined, FIRST_START)
  const { ensureTenantAdmin } = await import('../access/signIn/firstStart.ts')
  const { password } = await ensureTenantAdmin(store, access, { email: adminEmail })
  print('First start: the tenant administrator was made. This is shown once:')
  print()
  print(`  Account      ${adminEmail}`)
  print(`  Password     ${password ?? ''}`)
  print()
  print('The first sign-in asks for another password in its place.')
  print()
}
