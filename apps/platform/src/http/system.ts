import { VERSION } from '@greenwave/client/version'
import { admins, everyone } from '../access/permissions.ts'
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
