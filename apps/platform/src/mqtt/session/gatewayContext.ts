import type { FastifyBaseLogger } from 'fastify'
import type { Activity } from '../../activity/activity.ts'
import type { GatheredLog } from '../../connections/gatheredLog.ts'
import type { DeviceData } from '../../data/port/deviceData.ts'
import type { WriteQuota } from '../../limits/writeQuota.ts'
import type { Meter } from '../../meter/meter.ts'
import type { Store } from '../../store/openStore.ts'
import type { ConnectGuard } from './connectGuard.ts'
import type { DeviceCalls } from './deviceCalls.ts'
import type { InFlightBytes } from './inFlightBytes.ts'
import type { SessionRegistry } from './sessionRegistry.ts'

/** The parts of the gateway that the packet handlers use. */
export interface GatewayContext {
  readonly data: DeviceData
  readonly credentials: Store['credentials']
  readonly activity: Activity
  readonly sessions: SessionRegistry
  readonly calls: DeviceCalls
  readonly guard: ConnectGuard
  readonly inFlight: InFlightBytes
  readonly writes: WriteQuota
  readonly gatheredLog: GatheredLog
  readonly meter: Meter
  /** Returns epoch milliseconds. */
  readonly now: () => number
  readonly log: FastifyBaseLogger
}
