/**
 * @file Steps of a controller on its way to the console, each with its likely reason while it is missing: from the
 * platform's log of attempts, and from what the console sees itself.
 */
import type { ControllerAttempts, StrangerKind } from '@greenwave/contract/wire/attempts'
import type { GroupDelivery } from '@greenwave/controller/settingTable/delivery'

/** Steps in the order in which a controller takes them. */
const CONNECTION_STEPS = ['reached', 'signedIn', 'subscribed', 'lamps', 'clock', 'requested', 'taken'] as const
export type ConnectionStep = (typeof CONNECTION_STEPS)[number]

/** Facts about a device from which the steps follow. Times are epoch milliseconds. */
export interface ConnectionFacts {
  /** Null where the platform keeps no log. */
  readonly attempts: ControllerAttempts | null
  readonly online: boolean
  readonly lastConnectMs: number | null
  /** Whether lamps of samples are live. */
  readonly lampsLive: boolean
  /** Clock offset, seconds; null where the fields are not of one sample. Undefined without a clock. */
  readonly clock: { readonly driftSeconds: number | null; readonly isOff: boolean } | undefined
  /** Deliveries of the settings that were ever set. */
  readonly deliveries: readonly Pick<GroupDelivery, 'state'>[]
}

/** Reason why a step is missing, with its facts; each has a text and a fix. */
export type ConnectionReason =
  | { readonly kind: 'nothingYet' | 'localOnly' | 'notSubscribed' | 'nothingPublished' | 'noLamps' }
  | { readonly kind: 'noClock' | 'clockTorn' | 'notRequested' | 'nothingSet' | 'noReport' | 'notTaken' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'clockOff'; readonly driftSeconds: number }
  | { readonly kind: 'malformed' | 'wrongTopic' | 'wrongFilter'; readonly atMs: number; readonly detail: string }
  | ({ readonly kind: 'wrongPassword' | 'notChecked' | 'takenOver' | StrangerKind } & Seen)
  | ({ readonly kind: 'wrongUserName' | 'wrongClientId' | 'swapped' | 'unknownClient' } & Seen & ClientId)

interface Seen {
  readonly address: string
  readonly atMs: number
  readonly count: number
}

interface ClientId {
  readonly clientId: string
}

/** State of a step; `unknown`: the platform does not say. */
export interface StepState {
  readonly step: ConnectionStep
  readonly state: 'done' | 'wrong' | 'waiting' | 'unknown'
  readonly reason?: ConnectionReason
}

/** Clients that are no device are shown this long after they tried, milliseconds. */
const STRANGERS_MS = 600_000
/** So many replaced connections mean two controllers with the same credentials, not one that reconnects. */
const TAKEN_OVER = 3
const LOOPBACK = /^(?:127\.|localhost$|::1$)/

/** Returns the state of each step. Only the first missing one has a reason: the others follow from it. */
export function connectionSteps(facts: ConnectionFacts): readonly StepState[] {
  const states: readonly Omit<StepState, 'step'>[] = [
    ...[reached(facts), signedIn(facts), subscribed(facts), lamps(facts)],
    ...[clock(facts), requested(facts), taken(facts)],
  ]
  let isOpen = false
  return CONNECTION_STEPS.map((step, index) => {
    const { state, reason } = states[index] ?? WAITING
    const shown = isOpen && state === 'waiting' ? undefined : reason
    if (state === 'wrong' || state === 'waiting') isOpen = true
    return { step, state, ...(shown && { reason: shown }) }
  })
}

type State = Omit<StepState, 'step'>
const DONE: State = { state: 'done' }
const WAITING: State = { state: 'waiting' }
const wrong = (reason: ConnectionReason): State => ({ state: 'wrong', reason })
const waiting = (reason: ConnectionReason): State => ({ state: 'waiting', reason })
const NOT_KNOWN: State = { state: 'unknown' }

const isIn = ({ attempts, online }: ConnectionFacts) => attempts?.isConnected ?? online

function reached(facts: ConnectionFacts): State {
  const { attempts, lastConnectMs } = facts
  if (lastConnectMs !== null || isIn(facts)) return DONE
  if (attempts === null) return NOT_KNOWN
  if (attempts.attempts.length > 0 || latestUnknown(attempts)) return DONE
  const stranger = attempts.strangers.findLast(({ atMs }) => atMs > attempts.atMs - STRANGERS_MS)
  if (stranger) return wrong(stranger)
  return waiting({ kind: LOOPBACK.test(attempts.listens.host) ? 'localOnly' : 'nothingYet' })
}

function signedIn(facts: ConnectionFacts): State {
  const { attempts, lastConnectMs } = facts
  if (isIn(facts)) {
    const taken = attempts?.attempts.find(({ kind }) => kind === 'takenOver')
    const isRecent = taken && attempts && taken.atMs > attempts.atMs - 60_000
    return taken && isRecent && taken.count >= TAKEN_OVER ? wrong({ ...taken, kind: 'takenOver' }) : DONE
  }
  const lastIn = attempts?.attempts.findLast(({ kind }) => kind === 'signedIn')?.atMs ?? 0
  const refused = attempts?.attempts.findLast(({ kind }) => kind === 'wrongPassword' || kind === 'notChecked')
  const unknown = attempts && latestUnknown(attempts)
  if (refused && refused.atMs > lastIn && refused.atMs >= (unknown?.isRelated ? unknown.atMs : 0)) {
    return wrong({ ...refused, kind: refused.kind === 'notChecked' ? 'notChecked' : 'wrongPassword' })
  }
  if (unknown && unknown.atMs > lastIn) return wrong(unknown)
  if (lastConnectMs !== null) return wrong({ kind: 'disconnected' })
  return attempts === null ? NOT_KNOWN : WAITING
}

type Unknown = Extract<ConnectionReason, ClientId> & { readonly isRelated: boolean }

/** Returns the last unknown client; one that has a name of the device before all others. */
function latestUnknown({ unknown, atMs }: ControllerAttempts): Unknown | undefined {
  const recent = unknown.filter((client) => client.atMs > atMs - STRANGERS_MS)
  const isRelated = ({ isClientIdRight, userName }: (typeof recent)[number]) =>
    isClientIdRight || userName === 'right' || userName === 'password'
  const client = recent.findLast(isRelated) ?? recent.at(-1)
  if (!client) return undefined
  const kind =
    client.userName === 'password'
      ? 'swapped'
      : client.isClientIdRight
        ? 'wrongUserName'
        : client.userName === 'right'
          ? 'wrongClientId'
          : 'unknownClient'
  const { clientId, address, count } = client
  return { kind, clientId, address, count, atMs: client.atMs, isRelated: isRelated(client) }
}

/** Returns the last attempt of a kind since the device signed in. */
function sinceSignIn({ attempts }: ConnectionFacts, kind: string) {
  const list = attempts?.attempts ?? []
  const lastIn = list.findLast((attempt) => attempt.kind === 'signedIn')?.atMs ?? 0
  return list.findLast((attempt) => attempt.kind === kind && attempt.atMs >= lastIn)
}

function subscribed(facts: ConnectionFacts): State {
  if (facts.attempts === null) return NOT_KNOWN
  if (!isIn(facts)) return WAITING
  if (sinceSignIn(facts, 'subscribed')) return DONE
  const filter = sinceSignIn(facts, 'wrongFilter')
  if (filter) return wrong({ kind: 'wrongFilter', atMs: filter.atMs, detail: filter.detail ?? '' })
  return waiting({ kind: 'notSubscribed' })
}

function lamps(facts: ConnectionFacts): State {
  if (facts.lampsLive) return DONE
  if (!isIn(facts)) return WAITING
  for (const kind of ['malformed', 'wrongTopic'] as const) {
    const fault = sinceSignIn(facts, kind)
    if (fault) return wrong({ kind, atMs: fault.atMs, detail: fault.detail ?? '' })
  }
  return sinceSignIn(facts, 'published') ? wrong({ kind: 'noLamps' }) : waiting({ kind: 'nothingPublished' })
}

function clock({ clock: shown, lampsLive }: ConnectionFacts): State {
  if (!lampsLive) return WAITING
  if (!shown) return wrong({ kind: 'noClock' })
  if (shown.driftSeconds === null) return wrong({ kind: 'clockTorn' })
  return shown.isOff ? wrong({ kind: 'clockOff', driftSeconds: shown.driftSeconds }) : DONE
}

function requested(facts: ConnectionFacts): State {
  if (facts.attempts === null) return NOT_KNOWN
  if (!isIn(facts)) return WAITING
  return sinceSignIn(facts, 'requested') ? DONE : waiting({ kind: 'notRequested' })
}

function taken(facts: ConnectionFacts): State {
  const states = facts.deliveries.map(({ state }) => state)
  if (states.length === 0) return waiting({ kind: 'nothingSet' })
  if (states.every((state) => state === 'taken')) return DONE
  if (!isIn(facts)) return WAITING
  if (states.includes('noReport')) return wrong({ kind: 'noReport' })
  return states.some((state) => state === 'differs' || state === 'notConfirmed') ? wrong({ kind: 'notTaken' }) : WAITING
}
