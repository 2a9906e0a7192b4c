/**
 * @file Sends the rollouts that wait for a time (`notBefore`) when no other sender does, and continues those that broke
 * off. Whoever sends has the lease of the rollout's asset, so that a window that is
 * open and several watchers never send one twice.
 */

import { setTimeout as after } from 'node:timers/promises'
import type { CallApi } from '@greenwave/client/callTypes'
import { listRows } from '@greenwave/client/listPages'
import { ROLLOUT_TYPE } from '@greenwave/contract/records/recordKeys'
import { parseRollout, type Rollout } from '@greenwave/contract/records/rollouts'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { isLeased } from '@greenwave/rollout/lease'
import type { Logger } from 'pino'
import { errorMessage } from '../acts/writeQueue.ts'
import type { Share } from '../fleet/share.ts'

/** Dependencies of `DueRollouts`. */
export interface DueRolloutsDeps {
  readonly call: CallApi<WatcherCall>
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  /** Resolves after some milliseconds, or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Rollouts belong to no share: the first one looks after all. */
  readonly share: Share
  /** The name of this watcher, another one at each start. */
  readonly by: string
}

/** Rollouts of a page; each may have hundreds of junctions. */
const PAGE_ROWS = 10
/** A change of plan is at most a day away, so that older rollouts wait for nothing. Milliseconds. */
const OLDEST_MS = 2 * 86_400_000

/** Finds rollouts whose time has come, and sends them. */
export class DueRollouts {
  readonly #deps: DueRolloutsDeps
  readonly #sending = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()

  constructor(deps: DueRolloutsDeps) {
    this.#deps = deps
  }

  /** Looks for rollouts whose time has come. Resolves when those that it found are sent; never rejects. */
  async look(): Promise<void> {
    const { call, now, log } = this.#deps
    const begun: Promise<void>[] = []
    if (this.#deps.share.i !== 1) return
    try {
      const assets = listRows((page) =>
        call('tenantAssets', {
          query: { type: ROLLOUT_TYPE, page, pageSize: PAGE_ROWS, sortProperty: 'createdTime', sortOrder: 'DESC' },
        }),
      )
      for await (const asset of assets) {
        if (asset.createdTime < now() - OLDEST_MS) break
        begun.push(this.#consider(asset))
      }
    } catch (error) {
      log.warn(`changes of many junctions could not be read: ${errorMessage(error)}`)
    }
    await Promise.all(begun)
  }

  /** Leaves what is being sent to whoever goes on with it. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#sending.values())
  }

  async #consider({ id: { id }, additionalInfo }: Pick<AssetInfo, 'id' | 'additionalInfo'>): Promise<void> {
    const rollout = parseRollout(additionalInfo)
    if (!rollout || this.#closing.signal.aborted || this.#sending.has(id) || !isLeft(rollout, this.#deps.now())) return
    const sending = this.#send(id, rollout.by.name).finally(() => this.#sending.delete(id))
    this.#sending.set(id, sending)
    await sending
  }

  async #send(rolloutId: string, maker: string): Promise<void> {
    const { call, now, wait, log, by } = this.#deps
    try {
      // Few watchers ever send one, and its code takes memory.
      const { RolloutSender } = await import('@greenwave/rollout/RolloutSender')
      const end = await RolloutSender.send({
        ...{ call, rolloutId, nowMs: now, wait, signal: this.#closing.signal },
        ...{ senderId: `${by} ${rolloutId}`, by: { id: '', name: maker }, from: 'watcher', isUnasked: true },
      })
      if (end !== 'busy') log.info(`the change of many junctions ${rolloutId} was sent at its time: ${end}`)
    } catch (error) {
      log.warn(`the change of many junctions ${rolloutId} broke off: ${errorMessage(error)}`)
    }
  }
}

/** Resolves after some milliseconds, or when the signal aborts. */
export async function waitUnless(ms: number, signal: AbortSignal): Promise<void> {
  await after(ms, undefined, { signal }).catch(() => undefined)
}

/** Returns whether a rollout is due and has no sender. */
function isLeft(rollout: Rollout, nowMs: number): boolean {
  const { run, notBefore, asked } = rollout
  if (run !== 'running' || notBefore === undefined || asked !== undefined || nowMs < notBefore) return false
  return !isLeased(rollout, nowMs)
}
