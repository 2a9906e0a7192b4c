/** A platform with many junctions and one rollout, in memory, whose calls may end at any moment. */
import { ApiError, NetworkError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import type { Asset } from '@greenwave/contract/wire/assets'
import type { CallName } from '@greenwave/contract/wire/calls/calls'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { TimedValue } from '@greenwave/controller/timedValue'
import type { SenderDeps } from '../RolloutSender.ts'

/**
 * How a junction answers.
 *
 * - good: it reports what it is sent
 * - offline: it is not connected
 * - cut off: it is connected again at `BACK_MS`, and is as a good one then
 * - silent: it reports what it had before, once and for all
 * - other: it reports another value
 * - refused: the platform refuses what is sent to it
 */
export type Behaviour = 'good' | 'offline' | 'cut off' | 'silent' | 'other' | 'refused'

interface FakeJunction {
  readonly behaviour: Behaviour
  readonly shared: Record<string, TimedValue>
  readonly client: Record<string, TimedValue>
  readonly server: Record<string, TimedValue>
  readonly records: Map<number, ChangeRecord>
  /** What was written to it, one entry a write. */
  readonly writes: Readonly<Record<string, unknown>>[]
}

/** Thrown by every call after the process was killed. */
export class Killed extends Error {}

const TENANT = entityRef('TENANT', '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10')
const NOBODY = entityRef('CUSTOMER', '13814000-1dd2-11b2-8080-808080808080')

/** When time begins there, epoch milliseconds. */
export const BEGIN_MS = 1_795_309_200_000

/** When junctions that were cut off are connected again, epoch milliseconds. */
export const BACK_MS = BEGIN_MS + 90_000

/** Junctions by id, and one asset. Each call takes ten milliseconds of its own time. */
export class FakeCity {
  readonly junctions = new Map<string, FakeJunction>()
  asset: Asset | undefined
  nowMs = BEGIN_MS
  /** How many calls are still answered; then the process is dead. */
  left = Number.POSITIVE_INFINITY
  /** How many calls are still answered; the answers of those after them are lost, until it is infinite again. */
  heard = Number.POSITIVE_INFINITY

  /** Done before each call of a sender; a call is not made when it throws. */
  before: (name: CallName) => unknown = () => undefined

  addJunction(id: string, behaviour: Behaviour, settings: Readonly<Record<string, unknown>>): void {
    const timed = () =>
      Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, { ts: BEGIN_MS - 60_000, value }]))
    const junction = { behaviour, shared: timed(), client: timed(), server: {}, records: new Map(), writes: [] }
    this.junctions.set(id, junction)
  }

  /** Returns what a new sender needs; it lives for so many calls. */
  sender(senderId: string, calls = Number.POSITIVE_INFINITY, signal = new AbortController().signal): SenderDeps {
    this.left = calls
    return {
      call: this.#callUntilDeath(),
      rolloutId: this.asset?.id.id ?? '',
      senderId,
      by: { id: senderId, name: `${senderId}@signal.vn` },
      from: 'console',
      nowMs: () => this.nowMs,
      wait: async (ms) => {
        this.nowMs += ms
      },
      signal,
    }
  }

  /** The calls of somebody else. */
  readonly call: CallApi = playedCalls((name, { params, query, body }) => this.#answer(name, params, query, body))

  #callUntilDeath(): CallApi {
    let isDead = false
    return playedCalls(async (name, { params, query, body }) => {
      if (isDead) throw new Killed()
      await this.before(name)
      this.nowMs += 10
      this.left -= 1
      this.heard -= 1
      const answer = this.#answer(name, params, query, body)
      if (this.left < 0) {
        // The platform did what it was asked to, and nobody hears of it.
        isDead = true
        throw new Killed()
      }
      if (this.heard < 0) {
        this.heard = Number.POSITIVE_INFINITY
        throw new NetworkError('No answer')
      }
      return answer
    })
  }

  #answer(name: string, params: unknown, query: unknown, body: unknown): unknown {
    const { entityId = '', scope = '' } = (params ?? {}) as { readonly entityId?: string; readonly scope?: string }
    if (name === 'asset') return this.asset
    if (name === 'saveAsset') return this.#saveAsset(body as Asset)
    if (name === 'tenantAssets') return { data: this.asset ? [this.asset] : [], hasNext: false }
    const junction = this.junctions.get(entityId)
    if (!junction) throw new ApiError(404, 32, 'No such device')
    switch (name) {
      case 'attributes':
        return attributesOf(this.#values(junction, scope))
      case 'timeseries':
        return this.#history(junction, query as { readonly keys: string; readonly startTs: string })
      case 'saveTimeseries': {
        const { ts, values } = body as { readonly ts: number; readonly values: Readonly<Record<string, unknown>> }
        const record = parseChangeRecord(ts, values[CHANGE_KEY])
        if (record) junction.records.set(ts, record)
        return undefined
      }
      case 'saveAttributes':
        return this.#write(junction, body as Readonly<Record<string, unknown>>)
      default:
        throw new Error(`nobody plays ${name}`)
    }
  }

  #saveAsset(asset: Asset): Asset {
    const version = this.asset?.version ?? 0
    if (this.asset && asset.version !== version) throw new ApiError(409, 35, 'Somebody else saved it')
    const fields = { id: entityRef('ASSET', 'rollout-1'), tenantId: TENANT, customerId: NOBODY, createdTime: BEGIN_MS }
    const stored = JSON.parse(JSON.stringify({ ...fields, ...asset, version: version + 1 })) as Asset
    this.asset = stored
    return stored
  }

  #values({ shared, client, server, behaviour }: FakeJunction, scope: string): Readonly<Record<string, TimedValue>> {
    if (scope === 'SHARED_SCOPE') return shared
    const isAway = behaviour === 'offline' || (behaviour === 'cut off' && this.nowMs < BACK_MS)
    if (scope === 'CLIENT_SCOPE') return isAway ? {} : client
    const ts = BEGIN_MS - 60_000
    return { ...server, active: { ts, value: !isAway }, lastConnectTime: { ts, value: ts } }
  }

  #history({ records }: FakeJunction, { keys, startTs }: { readonly keys: string; readonly startTs: string }): unknown {
    const record = keys === CHANGE_KEY ? records.get(Number(startTs)) : undefined
    return record ? { [CHANGE_KEY]: [{ ts: record.at, value: { v: 1, ...record } }] } : {}
  }

  #write(junction: FakeJunction, values: Readonly<Record<string, unknown>>): undefined {
    if (junction.behaviour === 'refused') throw new ApiError(400, 31, 'It is locked')
    junction.writes.push(values)
    for (const [key, value] of Object.entries(values)) {
      junction.shared[key] = { ts: this.nowMs, value }
      const isGood = junction.behaviour === 'good' || junction.behaviour === 'cut off'
      if (isGood) junction.client[key] = { ts: this.nowMs + 100, value }
      if (junction.behaviour === 'other') junction.client[key] = { ts: this.nowMs + 100, value: Number(value) + 1 }
    }
    return undefined
  }
}

function attributesOf(values: Readonly<Record<string, TimedValue>>) {
  return Object.entries(values).map(([key, { ts, value }]) => ({ key, value, lastUpdateTs: ts }))
}
