import { createHash } from 'node:crypto'
import {
  ATTEMPT_LETTERS,
  type Attempt,
  type AttemptKind,
  type Stranger,
  type StrangerKind,
  type UnknownClient,
} from '@greenwave/contract/wire/attempts'
import type { MqttBasicValue } from '@greenwave/contract/wire/credentials'
import { LIMITS } from '../../limits/limits.ts'

/** The names of a refused CONNECT. */
interface RefusedNames {
  readonly clientId: string
  readonly userName: string | undefined
}

/** A refused CONNECT. Of the user name only a digest is kept: it may be an access token, or a password typed there. */
interface Refused extends Omit<UnknownClient, 'isClientIdRight' | 'userName'> {
  readonly userNameDigest: string | undefined
}

type Entry = Readonly<Pick<Attempt, 'address' | 'firstMs' | 'atMs' | 'count'>>

/** Memory of an entry without its text, bytes. */
const ENTRY_BYTES = 160

/**
 * Remembers how devices connect, and clients that are no device, in memory. Repeated steps of one address are one
 * entry. Nothing of it is secret.
 */
export class AttemptLog {
  readonly sinceMs: number
  readonly #now: () => number
  /** The entries of each device by kind and address; devices and entries with the latest last. */
  readonly #devices = new Map<string, Map<string, Attempt>>()
  readonly #unknown = new Map<string, Refused>()
  readonly #strangers = new Map<string, Stranger>()
  #deviceBytes = 0

  /** @param now returns epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now
    this.sinceMs = now()
  }

  /** Bytes that the devices take, estimated. */
  get deviceBytes(): number {
    return this.#deviceBytes
  }

  /** Notes a step of a device. Details are cut. */
  note(deviceId: string, kind: AttemptKind, address: string, details?: string): void {
    const entries = this.#devices.get(deviceId) ?? new Map<string, Attempt>()
    this.#devices.delete(deviceId)
    this.#devices.set(deviceId, entries)
    const detail = details?.slice(0, ATTEMPT_LETTERS)
    const key = `${kind} ${address}`
    this.#drop(entries, key, (before) => {
      const attempt = { kind, ...this.#seenAgain(address, before), ...(detail !== undefined && { detail }) }
      entries.set(key, attempt)
      this.#deviceBytes += costOf(attempt)
    })
    if (entries.size > LIMITS.attemptsOfDevice.value)
      this.#drop(
        entries,
        crowdedKey(entries, ({ kind: of }) => of),
      )
    while (this.#deviceBytes > LIMITS.attemptBytes.value) {
      const [oldest] = this.#devices.keys()
      if (oldest === undefined || oldest === deviceId) break
      this.forget(oldest)
    }
  }

  /** Notes a CONNECT whose names belong to no device. */
  noteUnknown({ clientId, userName }: RefusedNames, address: string): void {
    const userNameDigest = userName === undefined ? undefined : digestOf(userName)
    const cut = clientId.slice(0, ATTEMPT_LETTERS)
    this.#renew(this.#unknown, `${address} ${userNameDigest} ${cut}`, address, (seen) => ({
      ...{ clientId: cut, userNameDigest },
      ...seen,
    }))
  }

  /** Notes a connection that ended before its CONNECT. */
  noteStranger(kind: StrangerKind, address: string): void {
    this.#renew(this.#strangers, `${kind} ${address}`, address, (seen) => ({ kind, ...seen }))
  }

  /** Forgets a device. */
  forget(deviceId: string): void {
    for (const attempt of this.#devices.get(deviceId)?.values() ?? []) this.#deviceBytes -= costOf(attempt)
    this.#devices.delete(deviceId)
  }

  /**
   * Returns the steps of a device and the unknown clients.
   * @param login the credentials of the device, with which the names of unknown clients are compared
   */
  read(deviceId: string, login: MqttBasicValue) {
    return {
      attempts: [...(this.#devices.get(deviceId)?.values() ?? [])],
      unknown: [...this.#unknown.values()].map(({ userNameDigest, ...seen }) => ({
        ...seen,
        isClientIdRight: seen.clientId !== '' && seen.clientId === login.clientId?.slice(0, ATTEMPT_LETTERS),
        userName: sentUserName(userNameDigest, login),
      })),
      strangers: [...this.#strangers.values()],
    }
  }

  #seenAgain(address: string, before: Entry | undefined): Entry {
    const atMs = this.#now()
    return { address, firstMs: before?.firstMs ?? atMs, atMs, count: (before?.count ?? 0) + 1 }
  }

  #drop(entries: Map<string, Attempt>, key: string, then?: (dropped: Attempt | undefined) => void): void {
    const dropped = entries.get(key)
    entries.delete(key)
    if (dropped) this.#deviceBytes -= costOf(dropped)
    then?.(dropped)
  }

  #renew<E extends Entry>(entries: Map<string, E>, key: string, address: string, make: (seen: Entry) => E): void {
    const before = entries.get(key)
    entries.delete(key)
    entries.set(key, make(this.#seenAgain(address, before)))
    if (entries.size > LIMITS.attemptsOfStrangers.value) {
      entries.delete(crowdedKey(entries, ({ address: of }) => of))
    }
  }
}

/** Returns the key of the oldest entry in the largest group, so that one flood does not displace everything else. */
function crowdedKey<E>(entries: ReadonlyMap<string, E>, groupOf: (entry: E) => string): string {
  const groups = new Map<string, { readonly oldest: string; size: number }>()
  for (const [key, entry] of entries) {
    const group = groups.get(groupOf(entry)) ?? { oldest: key, size: 0 }
    group.size += 1
    groups.set(groupOf(entry), group)
  }
  return [...groups.values()].sort((a, b) => b.size - a.size)[0]?.oldest ?? ''
}

const costOf = ({ detail = '', address }: Attempt): number => ENTRY_BYTES + 2 * (detail.length + address.length)

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')

function sentUserName(digest: string | undefined, { userName, password }: MqttBasicValue): UnknownClient['userName'] {
  if (digest === undefined || digest === digestOf('')) return 'none'
  if (userName && digest === digestOf(userName)) return 'right'
  return password && digest === digestOf(password) ? 'password' : 'other'
}
