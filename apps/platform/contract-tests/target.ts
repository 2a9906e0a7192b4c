/**
 * @file The platform under test: the one that `GREENWAVE_CONTRACT_URL` names, with the tenant administrator of
 * `GREENWAVE_CONTRACT_USER` and `GREENWAVE_CONTRACT_PASSWORD`; without it, Greenwave's own, started for the run.
 */
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { pino } from 'pino'
import { expect } from 'vitest'
import { ensureTenantAdmin } from '../src/access/signIn/firstStart.ts'
import { createPlatform } from '../src/start/platform.ts'
import { type Client, createClient, signIn } from './client.ts'

/** A platform to test, and an administrator on it. */
export interface Target {
  readonly url: string
  /** Where its devices connect. */
  readonly mqttUrl: string
  readonly admin: Client
  readonly anyone: Client
  /** The administrator's account. */
  readonly account: { readonly user: string; readonly password: string }
  /** Deletes what the tests made; stops the platform if it was started for them. */
  close(): Promise<void>
}

const { GREENWAVE_CONTRACT_URL: url, GREENWAVE_CONTRACT_MQTT: mqtt } = process.env
const { GREENWAVE_CONTRACT_USER: user, GREENWAVE_CONTRACT_PASSWORD: password } = process.env

/**
 * Whether tests run of choices in which Greenwave is stricter than its family on purpose: on Greenwave's own platform, and
 * on one that `GREENWAVE_CONTRACT_STRICT` says to be one.
 */
export const isStrict = url === undefined || process.env.GREENWAVE_CONTRACT_STRICT !== undefined

/** A name that no other run has used, so that a platform with data in it can be tested. */
export const fresh = (kind: string): string => `${kind}-${randomBytes(6).toString('hex')}`
/** An e-mail address of that kind. */
export const freshEmail = (): string => `${fresh('user')}@contract.test`

/** Asks until an answer holds, since a platform may store and index behind the call. */
export function eventually<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  return expect.poll(ask, { timeout: 10_000, interval: 50 }).toSatisfy(holds).then(ask)
}

export async function openTarget(): Promise<Target> {
  if (url !== undefined) {
    if (user === undefined || password === undefined) {
      throw new Error('GREENWAVE_CONTRACT_USER and GREENWAVE_CONTRACT_PASSWORD must name a tenant administrator')
    }
    const anyone = createClient(url)
    const admin = await signIn(anyone, user, password)
    const mqttUrl = mqtt ?? `mqtt://${new URL(url).hostname}:1883`
    return { url, mqttUrl, account: { user, password }, admin, anyone, close: () => admin.deleteAllMade() }
  }
  const platform = await createPlatform({
    dataDir: ':memory:',
    host: '127.0.0.1',
    port: 0,
    mqttHost: '127.0.0.1',
    mqttPort: 0,
    telemetryRetentionMs: 7 * 86_400_000,
    inactivityTimeoutMs: 600_000,
    log: pino({ level: 'silent' }),
  })
  const account = { user: 'admin@contract.test', password: 'of the contract tests' }
  await ensureTenantAdmin(platform.store, platform.access, { email: account.user, password: account.password })
  const anyone = createClient(platform.url)
  const admin = await signIn(anyone, account.user, account.password)
  return { url: platform.url, mqttUrl: platform.mqttUrl, account, admin, anyone, close: () => platform.close() }
}
