import type { ControllerAttempts } from '@greenwave/contract/wire/attempts'
import { describe, expect, it } from 'vitest'
import { type ConnectionFacts, connectionSteps } from './connectionSteps.ts'

const NOW = 1_800_000_000_000
const LOG: ControllerAttempts = {
  ...{ atMs: NOW, sinceMs: NOW - 3_600_000, isConnected: false, attempts: [], unknown: [], strangers: [] },
  listens: { host: '0.0.0.0', mqtt: 1883, mqtts: null },
}
const NOBODY: ConnectionFacts = {
  ...{ attempts: LOG, online: false, lastConnectMs: null, lampsLive: false, clock: undefined, deliveries: [] },
}

const seen = (agoMs: number, count = 1) => ({ address: '10.0.0.7', firstMs: NOW - 60_000, atMs: NOW - agoMs, count })
const attempt = (kind: ControllerAttempts['attempts'][number]['kind'], agoMs = 1_000, detail?: string) => ({
  kind,
  ...seen(agoMs),
  ...(detail !== undefined && { detail }),
})
const unknown = (names: Partial<ControllerAttempts['unknown'][number]>, agoMs = 1_000) => ({
  ...{ clientId: 'tlc-8', isClientIdRight: false, userName: 'other' as const },
  ...seen(agoMs),
  ...names,
})
const withLog = (log: Partial<ControllerAttempts>, facts: Partial<ConnectionFacts> = {}): ConnectionFacts => ({
  ...NOBODY,
  ...facts,
  attempts: { ...LOG, ...log },
})

const statesOf = (facts: ConnectionFacts) => connectionSteps(facts).map(({ state }) => state)
const reasonOf = (facts: ConnectionFacts, step: string) =>
  connectionSteps(facts).find((one) => one.step === step)?.reason?.kind
const CONNECTED = { isConnected: true, attempts: [attempt('signedIn', 5_000)] }

describe('a controller that has not signed in', () => {
  it.each<[string, Partial<ControllerAttempts>, string]>([
    ['nothing came', {}, 'nothingYet'],
    ['the platform is alone', { listens: { host: '127.0.0.1', mqtt: 1883, mqtts: null } }, 'localOnly'],
    ['TLS came to the plain port', { strangers: [{ kind: 'tlsOnPlainPort', ...seen(1_000) }] }, 'tlsOnPlainPort'],
    ['that is long ago', { strangers: [{ kind: 'notMqtt', ...seen(700_000) }] }, 'nothingYet'],
  ])('has not reached the port: %s', (_, log, kind) => {
    expect(statesOf(withLog(log))[0]).not.toBe('done')
    expect(reasonOf(withLog(log), 'reached')).toBe(kind)
  })

  it.each<[string, Partial<ControllerAttempts>, string]>([
    ['the password is wrong', { attempts: [attempt('wrongPassword')] }, 'wrongPassword'],
    ['it guesses too quickly', { attempts: [attempt('wrongPassword', 2_000), attempt('notChecked')] }, 'notChecked'],
    ['the user name is wrong', { unknown: [unknown({ isClientIdRight: true })] }, 'wrongUserName'],
    ['the client id is wrong', { unknown: [unknown({ userName: 'right' })] }, 'wrongClientId'],
    ['two fields are swapped', { unknown: [unknown({ isClientIdRight: true, userName: 'password' })] }, 'swapped'],
    ['both names are wrong', { unknown: [unknown({})] }, 'unknownClient'],
    [
      'its own names come before those of another controller',
      { unknown: [unknown({ userName: 'right' }, 9_000), unknown({}, 1_000)] },
      'wrongClientId',
    ],
    [
      'a stranger is no reason while its password is wrong',
      { attempts: [attempt('wrongPassword', 5_000)], unknown: [unknown({}, 1_000)] },
      'wrongPassword',
    ],
  ])('reached the port, and is told why it is refused: %s', (_, log, kind) => {
    expect(statesOf(withLog(log)).slice(0, 2)).toEqual(['done', 'wrong'])
    expect(reasonOf(withLog(log), 'signedIn')).toBe(kind)
  })
})

describe('a controller that has signed in', () => {
  it('is not blamed for a wrong password of before', () => {
    const log = { isConnected: true, attempts: [attempt('wrongPassword', 9_000), attempt('signedIn', 5_000)] }
    expect(statesOf(withLog(log)).slice(0, 2)).toEqual(['done', 'done'])
    expect(reasonOf(withLog({ ...log, isConnected: false }, { lastConnectMs: NOW }), 'signedIn')).toBe('disconnected')
  })

  it('shares its credentials with another one when connections replace each other', () => {
    const twice = { kind: 'takenOver' as const, ...seen(1_000, 2) }
    expect(reasonOf(withLog({ ...CONNECTED, attempts: [twice] }), 'signedIn')).toBeUndefined()
    expect(reasonOf(withLog({ ...CONNECTED, attempts: [{ ...twice, count: 3 }] }), 'signedIn')).toBe('takenOver')
    expect(reasonOf(withLog({ ...CONNECTED, attempts: [{ ...twice, count: 3, atMs: 1 }] }), 'signedIn')).toBeUndefined()
  })

  it.each<[string, ControllerAttempts['attempts'], string, string]>([
    ['no subscription', [], 'subscribed', 'notSubscribed'],
    ['a wrong filter', [attempt('wrongFilter', 1, 'v1/x')], 'subscribed', 'wrongFilter'],
  ])('%s', (_, more, step, kind) => {
    expect(reasonOf(withLog({ ...CONNECTED, attempts: [...CONNECTED.attempts, ...more] }), step)).toBe(kind)
  })

  it.each<[ControllerAttempts['attempts'], string]>([
    [[], 'nothingPublished'],
    [[attempt('published')], 'noLamps'],
    [[attempt('published'), attempt('malformed', 1, 'Invalid JSON')], 'malformed'],
    [[attempt('wrongTopic', 1, 'v1/telemetry')], 'wrongTopic'],
    [[attempt('malformed', 9_000, 'of the connection before')], 'nothingPublished'],
  ])('shows no lamps: %j', (more, kind) => {
    const list = [...more, ...CONNECTED.attempts, attempt('subscribed')].sort((a, b) => a.atMs - b.atMs)
    expect(reasonOf(withLog({ isConnected: true, attempts: list }), 'lamps')).toBe(kind)
  })

  it.each([
    [undefined, 'noClock'],
    [{ driftSeconds: null, isOff: false }, 'clockTorn'],
    [{ driftSeconds: 90, isOff: true }, 'clockOff'],
    [{ driftSeconds: 1, isOff: false }, undefined],
  ])('has a clock: %j', (clock, kind) => {
    const log = { ...CONNECTED, attempts: [...CONNECTED.attempts, attempt('subscribed')] }
    expect(reasonOf(withLog(log, { lampsLive: true, clock }), 'clock')).toBe(kind)
  })

  it.each([
    [[], 'waiting', 'nothingSet'],
    [['taken', 'taken'], 'done', undefined],
    [['taken', 'sent'], 'waiting', undefined],
    [['taken', 'differs'], 'wrong', 'notTaken'],
    [['notConfirmed'], 'wrong', 'notTaken'],
    [['noReport'], 'wrong', 'noReport'],
  ] as const)('has taken its settings: %j', (states, state, kind) => {
    const log = { ...CONNECTED, attempts: [...CONNECTED.attempts, attempt('subscribed'), attempt('requested')] }
    const facts = { lampsLive: true, clock: { driftSeconds: 0, isOff: false } }
    const steps = connectionSteps(withLog(log, { ...facts, deliveries: states.map((one) => ({ state: one })) }))
    expect(steps.at(-1)?.state).toBe(state)
    expect(steps.at(-1)?.reason?.kind).toBe(kind)
    expect(steps.slice(0, -1).map((step) => step.state)).toEqual(steps.slice(0, -1).map(() => 'done'))
  })
})

it('only the first missing step has a reason for waiting', () => {
  const reasons = connectionSteps(withLog({ attempts: [attempt('wrongPassword')] })).flatMap(
    ({ reason }) => reason ?? [],
  )
  expect(reasons.map(({ kind }) => kind)).toEqual(['wrongPassword'])
})

it('a platform without such a log says what it knows, and that it does not know the rest', () => {
  expect(statesOf({ ...NOBODY, attempts: null })).toEqual([
    ...['unknown', 'unknown', 'unknown', 'waiting', 'waiting', 'unknown', 'waiting'],
  ])
  const facts = { ...NOBODY, attempts: null, online: true, lastConnectMs: NOW, lampsLive: true }
  const states = statesOf({ ...facts, clock: { driftSeconds: 0, isOff: false }, deliveries: [{ state: 'taken' }] })
  expect(states).toEqual(['done', 'done', 'unknown', 'done', 'done', 'unknown', 'done'])
})
