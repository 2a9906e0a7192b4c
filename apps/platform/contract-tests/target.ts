/**
 * @file The platform under test: the one at `GREENWAVE_CONTRACT_URL` with the tenant administrator
 * `GREENWAVE_CONTRACT_USER` and `GREENWAVE_CONTRACT_PASSWORD`, or without these a Greenwave that is started for the
 * run.
 */
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { pino } from 'pino'
import { expect } from 'vitest'
import { ensureTenantAdmin } from '../src/access/signIn/firstStart.ts'
import { createPlatform } from '../src/start/platform.ts'
import { type Client, createClient, signIn } from './client.ts'

/** A platform to test, with an administrator. */
export interface Target {
  readonly url: string
  /** The address that its devices connect to. */
  readonly mqttUrl: string
  readonly admin: Client
  readonly anyone: Client
  /** The administrator's account. */
  readonly account: { readonly user: string; readonly password: string }
  /** Deletes what the tests created, and stops the platform if it was started for them. */
  close(): Promise<void>
}

const { GREENWAVE_CONTRACT_URL: url, GREENWAVE_CONTRACT_MQTT: mqtt } = process.env
const { GREENWAVE_CONTRACT_USER: user, GREENWAVE_CONTRACT_PASSWORD: password } = process.env

/**
 * Whether to run the tests of where Greenwave is deliberately stricter than ThingsBoard: on Greenwave's own platform,
 * and on one that `GREENWAVE_CONTRACT_STRICT` declares to be one.
 */
export const isStrict = url === undefined || process.env.GREENWAVE_CONTRACT_STRICT !== undefined

/** Returns a name that no other run has used, so that a platform with existing data can be tested. */
export const fresh = (kind: string): string => `${kind}-${randomBytes(6).toString('hex')}`
/** Returns a new e-mail address. */
export const freshEmail = (): string => `${fresh('user')}@contract.test`

/** Asks until an answer satisfies the condition, because a platform may store and index after it has answered. */
export function eventually<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  return expect.poll(ask, { timeout: 60_000, interval: 50 }).toSatisfy(holds).then(ask)
}

/** Opens the platform under test and signs in as its administrator. */
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
