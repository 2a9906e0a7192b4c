import type { FastifyBaseLogger } from 'fastify'
import type { Activity } from '../../activity/activity.ts'
import type { GatheredLog } from '../../connections/gatheredLog.ts'
import type { DeviceData } from '../../data/port/deviceData.ts'
import type { WriteQuota } from '../../limits/writeQuota.ts'
import type { Meter } from '../../meter/meter.ts'
import type { Store } from '../../store/openStore.ts'
import type { AttemptLog } from './attemptLog.ts'
import type { ConnectGuard } from './connectGuard.ts'
import type { DeviceCalls } from './deviceCalls.ts'
import type { InFlightBytes } from './inFlightBytes.ts'
import type { Session } from './session.ts'

/** The live sessions, at most one for each device. */
export class SessionRegistry {
  readonly #byDevice = new Map<string, Session>()

  get size(): number {
    return this.#byDevice.size
  }

  get(deviceId: string): Session | undefined {
    return this.#byDevice.get(deviceId)
  }

  /** Sets the session of a device; returns the one that it replaces. */
  replace(session: Session): Session | undefined {
    const older = this.#byDevice.get(session.deviceId)
    this.#byDevice.set(session.deviceId, session)
    return older
  }

  /** Removes a session; returns false if another one has replaced it. */
  remove(session: Session): boolean {
    return this.#byDevice.get(session.deviceId) === session && this.#byDevice.delete(session.deviceId)
  }

  [Symbol.iterator](): Iterator<Session> {
    return this.#byDevice.values()
  }
}

/** The parts of the gateway that the packet handlers use. */
export interface GatewayContext {
  readonly data: DeviceData
  readonly credentials: Store['credentials']
  readonly activity: Activity
  readonly sessions: SessionRegistry
  readonly calls: DeviceCalls
  readonly guard: ConnectGuard
  readonly attempts: AttemptLog
  readonly inFlight: InFlightBytes
  readonly writes: WriteQuota
  readonly gatheredLog: GatheredLog
  readonly meter: Meter
  /** Returns epoch milliseconds. */
  readonly now: () => number
  readonly log: FastifyBaseLogger
}
