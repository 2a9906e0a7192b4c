import { VERSION } from '@greenwave/client/version'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import type { SystemFindings, SystemReport } from '@greenwave/contract/wire/systemReport'
import { admins, everyone } from '../access/permissions.ts'
import { Refusal } from '../access/refusal.ts'
import type { Demonstration } from '../entities/demonstration.ts'
import { LIMITS } from '../limits/limits.ts'
import type { Store } from '../store/openStore.ts'
import { handlersOf, policiesOf } from './callTypes.ts'

/** Policies of the calls about the platform itself. */
export const systemPolicies = policiesOf({
  systemInfo: { may: everyone, summary: 'Name and version of this platform' },
  systemParams: { may: everyone, summary: 'What this platform can do' },
  userTokenAccessEnabled: { may: admins, summary: 'Whether signing in as another user is allowed' },
})

/**
 * Returns the handlers of the calls about the platform itself, in ThingsBoard's format. Administrators also
 * see when the clock is wrong, and all users how far the demonstration is prepared.
 */
export const systemHandlers = (store: Pick<Store, 'clockTrouble'>, demonstration?: Demonstration) =>
  handlersOf({
    systemInfo({ principal }) {
      const trouble = principal.authority === 'TENANT_ADMIN' ? store.clockTrouble() : undefined
      const { preparation, madeBefore } = demonstration ?? {}
      return {
        version: VERSION,
        artifact: 'greenwave',
        name: 'Greenwave',
        type: 'CE',
        ...(trouble ? { clockTrouble: { ...trouble } } : {}),
        ...(preparation ? { preparation } : {}),
        ...(madeBefore === undefined ? {} : { madeBefore }),
      }
    },
    systemParams: () => ({
      userTokenAccessEnabled: true,
      allowedDashboardIds: [],
      edgesSupportEnabled: false,
      hasRepository: false,
      tbelEnabled: false,
      persistDeviceStateToTelemetry: false,
      maxDatapointsLimit: LIMITS.historySamples.value,
    }),
  })

/** State of a running platform, for reports of its installation. */
export interface RunningPlatform {
  /** Address of the console. */
  readonly url: string
  state(): Promise<Omit<SystemReport, 'news' | 'backupTest' | 'settings'>>
  /** Resolves with the metrics as text; undefined where they are not read. */
  metrics(): Promise<string | undefined>
}

/** What an installation knows about itself. */
export interface Installation {
  report(): Promise<SystemReport>
  /** Runs all checks of the installation. */
  findings(): Promise<SystemFindings>
}

/** Policies of the calls about the installation. */
export const installationPolicies = policiesOf({
  systemReport: { may: admins, summary: 'State of this installation: disk, backups, controllers, settings' },
  systemFindings: {
    may: admins,
    summary: 'Results of the checks of this installation, as greenwave doctor makes them',
  },
})

/** Returns the handlers of the calls about the installation; a platform without one does not know them. */
export function installationHandlers(installation: Installation | undefined) {
  const known = (): Installation => {
    if (!installation) throw new Refusal('itemNotFound', MESSAGES.itemNotFound)
    return installation
  }
  return handlersOf({
    systemReport: () => known().report(),
    systemFindings: () => known().findings(),
  })
}
