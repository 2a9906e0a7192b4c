import type { IConnectPacket } from 'mqtt-packet'
import { onTestFinished } from 'vitest'
import { type Activity, createActivity } from '../activity/activity.ts'
import { createMqttGateway, type MqttGateway, type MqttGatewayDeps } from '../mqtt/mqttGateway.ts'
import { GUESS_LIMITS, type GuessLimits } from '../mqtt/session/guessLimits.ts'
import { openStore, type Store } from '../store/openStore.ts'
import { type MadeDevice, makeDevice } from './makeDevice.ts'
import { dialDevice, type RawDevice } from './rawDevice.ts'
import { silentLog } from './silentLog.ts'
import { until } from './until.ts'

/** Without the delay of refusals, which only some tests want. */
const UNHURRIED: GuessLimits = { ...GUESS_LIMITS, answer: { ...GUESS_LIMITS.answer, free: Number.POSITIVE_INFINITY } }

type Version = 3 | 4 | 5

/** A gateway with a store in memory, on its own port. */
export interface TestGateway {
  readonly store: Store
  readonly gateway: MqttGateway
  readonly activity: Activity
  readonly port: number
  readonly clock: { now: number }
  /** Creates a device, connects it until the test ends, and waits until the connection is recorded. */
  online(version?: Version, more?: Partial<IConnectPacket>): Promise<{ made: MadeDevice; device: RawDevice }>
  /** Connects a device with its credentials until the test ends. */
  connect(made: MadeDevice, version?: Version, more?: Partial<IConnectPacket>): Promise<RawDevice>
  close(): Promise<void>
}

/**
 * Starts a gateway. `clock.now` stands still unless a test changes it; refusals are answered at once unless `options`
 * say otherwise.
 */
export async function startGateway(options: Partial<MqttGatewayDeps> = {}): Promise<TestGateway> {
  const clock = { now: Date.now() }
  const now = () => clock.now
  const store = await openStore({ dataDir: ':memory:', telemetryRetentionMs: 86_400_000, now, log: silentLog })
  const activity = createActivity({
    data: store.data,
    devices: store.devices,
    inactivityTimeoutMs: 600_000,
    sweepEveryMs: 3_600_000,
    now,
  })
  const stopActivity = activity.start()
  const gateway = createMqttGateway({
    data: store.data,
    credentials: store.credentials,
    activity,
    log: silentLog,
    reportEveryMs: 10,
    now,
    guessLimits: UNHURRIED,
    ...options,
  })
  const port = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const connect: TestGateway['connect'] = async ({ userName, password }, version = 4, more = {}) => {
    const device = await dialDevice(port, version)
    onTestFinished(() => device.end())
    await device.connect({ username: userName, password: Buffer.from(password), ...more })
    return device
  }
  return {
    store,
    gateway,
    activity,
    port,
    clock,
    connect,
    async online(version, more) {
      const made = makeDevice(store, { createdTime: clock.now })
      const device = await connect(made, version, more)
      await until(() => store.data.attributes(made.id, 'SERVER_SCOPE').has('lastConnectTime'))
      return { made, device }
    },
    async close() {
      await gateway.close()
      stopActivity()
      await store.close()
    },
  }
}
