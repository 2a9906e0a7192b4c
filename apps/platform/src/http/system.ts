import platform from '../../package.json' with { type: 'json' }
import { LIMITS } from '../limits/limits.ts'
import type { Store } from '../store/store.ts'
import { handlersOf } from './callTypes.ts'

/**
 * Returns the handlers of the calls about the platform itself, in ThingsBoard's format. Administrators are also told
 * when the clock is wrong.
 */
export const systemHandlers = (store: Pick<Store, 'clockTrouble'>) =>
  handlersOf({
    systemInfo({ principal }) {
      const trouble = principal.authority === 'TENANT_ADMIN' ? store.clockTrouble() : undefined
      return {
        version: platform.version,
        artifact: 'greenwave',
        name: 'Greenwave',
        type: 'CE',
        ...(trouble ? { clockTrouble: { ...trouble } } : {}),
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
