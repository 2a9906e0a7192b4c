import { VERSION } from '@greenwave/client/version'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { Maintenance } from '@greenwave/contract/wire/system'
import type { SystemFindings, SystemReport } from '@greenwave/contract/wire/systemReport'
import { admins, everyone } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import { badRequest, Refusal } from '../access/refusal.ts'
import type { Demonstration } from '../entities/demonstration.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { LIMITS } from '../limits/limits.ts'
import type { Readiness } from '../meter/readiness.ts'
import type { Store } from '../store/openStore.ts'
import { handlersOf, policiesOf, StreamedAnswer } from './callTypes.ts'

/** Policies of the calls about the platform itself. */
export const systemPolicies = policiesOf({
  systemInfo: { may: everyone, summary: 'Name and version of this platform' },
  systemParams: { may: everyone, summary: 'What this platform can do' },
  userTokenAccessEnabled: { may: admins, summary: 'Whether signing in as another user is allowed' },
})

/**
 * Returns the handlers of the calls about the platform itself, in ThingsBoard's format. Administrators also
 * see when the clock is wrong and what does not work, and all users the maintenance and how far the demonstration is
 * prepared.
 */
export const systemHandlers = (
  store: Pick<Store, 'clockTrouble' | 'maintenance'>,
  readiness: Pick<Readiness, 'troubles'>,
  demonstration?: Demonstration,
) =>
  handlersOf({
    systemInfo({ principal }) {
      const isAdministrator = principal.authority === 'TENANT_ADMIN'
      const trouble = isAdministrator ? store.clockTrouble() : undefined
      const troubles = isAdministrator ? readiness.troubles() : []
      const maintenance = store.maintenance.current
      const { preparation, madeBefore } = demonstration ?? {}
      return {
        version: VERSION,
        artifact: 'greenwave',
        name: 'Greenwave',
        type: 'CE',
        ...(trouble ? { clockTrouble: { ...trouble } } : {}),
        ...(maintenance ? { maintenance } : {}),
        ...(troubles.length > 0 ? { troubles } : {}),
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
  /** Packs what support needs, without secrets. */
  bundle(): Promise<SupportBundle>
}

/** An archive for support, with the name of its file. */
export interface SupportBundle {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Longest maintenance, milliseconds: nobody wants it, but a forgotten one must end. */
const LONGEST_MAINTENANCE_MS = 7 * 86_400_000

/** Policies of the calls about the installation. */
export const installationPolicies = policiesOf({
  supportBundle: { may: admins, summary: 'An archive for support, without secrets' },
  startMaintenance: {
    may: admins,
    summary: 'Stop what people write, with a sentence for everybody; controllers go on',
    records: 'UPDATED',
    example: { text: 'The database is moved', until: 4_102_444_800_000 },
  },
  endMaintenance: { may: admins, summary: 'End the maintenance before its time', records: 'UPDATED' },
  systemReport: { may: admins, summary: 'State of this installation: disk, backups, controllers, settings' },
  systemFindings: {
    may: admins,
    summary: 'Results of the checks of this installation, as greenwave doctor makes them',
  },
})

/** Returns the handlers of the calls about the installation; a platform without one does not know its reports. */
export function installationHandlers({ store, access }: EntityDeps, installation: Installation | undefined) {
  const audited = (actor: Principal, maintenance: Maintenance | null, work: () => void): void => {
    const entity = entityRef('TENANT', actor.tenantId)
    const entityName = store.tenants.byId(actor.tenantId)?.title ?? null
    access.audited({ actor, type: 'UPDATED', entity, entityName, data: { maintenance } }, work)
  }
  const known = (): Installation => {
    if (!installation) throw new Refusal('itemNotFound', MESSAGES.itemNotFound)
    return installation
  }
  return handlersOf({
    systemReport: () => known().report(),
    systemFindings: () => known().findings(),
    async supportBundle() {
      const { name, bytes } = await known().bundle()
      return new StreamedAnswer(inOnePiece(bytes), { name, type: 'application/gzip' })
    },
    startMaintenance({ body, principal }) {
      const leftMs = body.until - access.now()
      if (leftMs <= 0) throw badRequest('The end of the maintenance has passed: give a later one.')
      if (leftMs > LONGEST_MAINTENANCE_MS) throw badRequest('The maintenance is too long: let it end within 7 days.')
      audited(principal, body, () => store.maintenance.start(body))
      return body
    },
    endMaintenance: ({ principal }) => audited(principal, null, () => store.maintenance.end()),
  })
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
