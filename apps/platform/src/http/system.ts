import { LIMITS } from '../limits/limits.ts'
import type { Handlers } from './callTypes.ts'

type SystemCall = 'systemInfo' | 'systemParams'

export function systemHandlers(): Handlers<SystemCall> {
  return {
    systemInfo: () => ({ version: '0.2.0', artifact: 'greenwave', name: 'Greenwave', type: 'CE' }),
    systemParams: () => ({
      userTokenAccessEnabled: true,
      allowedDashboardIds: [],
      edgesSupportEnabled: false,
      hasRepository: false,
      tbelEnabled: false,
      persistDeviceStateToTelemetry: false,
      maxDatapointsLimit: LIMITS.historySamples.value,
    }),
  }
}
