import platform from '../../package.json' with { type: 'json' }
import { LIMITS } from '../limits/limits.ts'
import type { Store } from '../store/store.ts'
import { handlersOf } from './callTypes.ts'

/** Answers what the platform says of itself, in ThingsBoard's members; administrators are told of trouble with the clock too. */
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
