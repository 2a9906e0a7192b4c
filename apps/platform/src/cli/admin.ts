import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { print } from '@greenwave/client/program/terminal'
import { Command } from 'commander'
import { Refusal } from '../access/refusal.ts'
import type { Access } from '../access/signIn/createAccess.ts'
import { parseSettings, type SettingTexts } from '../start/settings.ts'
import type { Store } from '../store/openStore.ts'
import { createLog } from './log.ts'
import { addSettingOptions } from './settingOptions.ts'

const HELP = `
The platform that uses the data folder must be stopped. A password is generated and shown once; it must be changed at the next sign-in.
Exit codes: 0 done, 1 refused, 2 a setting is wrong or the data folder is in use.`

interface CreateFlags extends SettingTexts {
  readonly tenant?: string
}

/** Creates the command `admin` with its subcommands. */
export function adminCommand(): Command {
  const admin = new Command('admin').summary('accounts of administrators').description('Creates and repairs accounts.')
  const create = new Command('create')
    .summary('create a tenant administrator')
    .description('Creates a tenant administrator, and the tenant if it is missing. An existing account stays as it is.')
    .argument('<email>', 'who signs in')
    .option('--tenant <title>', "the tenant's title (default: the first tenant)")
    .action((email: string, flags: CreateFlags) =>
      withAccess(flags, (parts) => createAdmin(parts, email, flags.tenant)),
    )
  const reset = new Command('reset-password')
    .summary('give an account a new password')
    .description('Gives an account a new password, enables it and ends all its sessions.')
    .argument('<email>', 'whose password')
    .action((email: string, flags: SettingTexts) => withAccess(flags, (parts) => resetAccount(parts, email)))
  const removeFactor = new Command('remove-second-factor')
    .summary('let someone in who lost the second factor')
    .description('Removes the second factors and recovery codes of an account and ends all its sessions.')
    .argument('<email>', 'whose')
    .action((email: string, flags: SettingTexts) => withAccess(flags, (parts) => removeFactors(parts, email)))
  const forgetProvider = new Command('forget-provider')
    .summary("let an account be another person's of the sign-in provider")
    .description(
      'Forgets which person of the sign-in provider an account belongs to, as when the provider was set up anew, and ends all its sessions.',
    )
    .argument('<email>', 'whose')
    .action((email: string, flags: SettingTexts) => withAccess(flags, (parts) => forgetPerson(parts, email)))
  for (const command of [create, reset, removeFactor, forgetProvider]) {
    admin.addCommand(addSettingOptions(command, ['dataDir']).addHelpText('after', HELP))
  }
  return admin
}

interface Parts {
  readonly store: Store
  readonly access: Access
}

const firstStart = () => import('../access/signIn/firstStart.ts')

async function createAdmin({ store, access }: Parts, email: string, tenant: string | undefined): Promise<void> {
  const { ensureTenantAdmin } = await firstStart()
  const request = tenant === undefined ? { email } : { email, tenantTitle: tenant }
  const { created, tenantId, password } = await ensureTenantAdmin(store, access, request)
  const title = store.tenants.byId(tenantId)?.title ?? ''
  if (!created) {
    print(`${email} is a tenant administrator of ${title} already; nothing was changed.`)
    return
  }
  print(`${email} is a tenant administrator of ${title} now.`)
  print(`Password     ${password ?? ''}`)
}

async function resetAccount({ store, access }: Parts, email: string): Promise<void> {
  const { resetPassword } = await firstStart()
  const password = await resetPassword(store, access, { email })
  print(`${email} has a new password; all sessions were ended.`)
  print(`Password     ${password}`)
}

async function removeFactors({ store, access }: Parts, email: string): Promise<void> {
  const { removeSecondFactor } = await firstStart()
  const hadSome = await removeSecondFactor(store, access, email)
  print(
    hadSome
      ? `${email} has no second factor any more; all sessions were ended.`
      : `${email} has no second factor; nothing was changed.`,
  )
}

async function forgetPerson({ store, access }: Parts, email: string): Promise<void> {
  const { forgetProviderOf } = await firstStart()
  const wasKnown = await forgetProviderOf(store, access, email)
  print(
    wasKnown
      ? `${email} was detached from the sign-in provider; all sessions were ended.`
      : `${email} was not attached to the sign-in provider; nothing was changed.`,
  )
}

/** Opens the data folder, runs the work and closes the folder, so that everything is on disk. */
async function withAccess(flags: SettingTexts, work: (parts: Parts) => Promise<void>): Promise<void> {
  const settings = parseSettings(process.env, flags)
  const { openStore } = await import('../store/openStore.ts')
  const { createAccess } = await import('../access/signIn/createAccess.ts')
  const log = createLog('warn')
  const { dataDir, telemetryRetentionMs } = settings
  const store = await openStore({ dataDir, telemetryRetentionMs, log })
  try {
    await work({ store, access: createAccess({ store, log }) })
  } catch (error) {
    throw error instanceof Refusal ? new CommandFailed(EXIT.failed, error.message, { cause: error }) : error
  } finally {
    await store.close()
  }
}
