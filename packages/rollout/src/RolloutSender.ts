/**
 * @file Sends a rollout. Whoever runs it, console or command line, takes the asset's lease first and keeps it by saving;
 * whoever finds the lease run out goes on from what the asset, the records on the devices and their attributes say. So a
 * sender may be killed at any moment: nothing is sent twice, and nothing is forgotten.
 */
import { ApiError, NetworkError } from '@greenwave/client/callErrors'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { Rollout, RolloutTarget } from '@greenwave/contract/records/rollouts'
import { newJunction } from '@greenwave/observer/junction'
import { fetchClockValues, fetchJunctionFacts } from './junctionFacts.ts'
import { isLeased, isOfThisTime, LEASE_MS } from './lease.ts'
import { endOf, failuresOf, isEarly, isProven, nextStep, withTargets } from './nextStep.ts'
import { type WatchedStreet, watchStreet } from './observedSince.ts'
import { outcomeOf, outcomeOfClock } from './outcome.ts'
import { type OpenRollout, openRollout, type RolloutAssetCalls, saveRollout } from './rolloutAsset.ts'
import { fetchOwnRecord, type SendCalls, sendTo } from './sendTo.ts'
import { untilItsTime } from './untilItsTime.ts'

/** Dependencies of a sender. */
export interface SenderDeps {
  readonly call: SendCalls & RolloutAssetCalls
  readonly rolloutId: string
  /** Another one for every sender. */
  readonly senderId: string
  /** Who sends: the user of the calls, and from where. */
  readonly by: { readonly id: string; readonly name: string }
  readonly from: 'console' | 'command line' | 'watcher'
  /** True for an automatic sender, which sends nothing that was stopped. Undefined when a user just started it. */
  readonly isUnasked?: boolean | undefined
  /** The platform's time, epoch milliseconds. */
  readonly nowMs: () => number
  /** Waits some milliseconds, or until the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Ends the sending soon; what is under way stays as it is, and anybody goes on with it. */
  readonly signal: AbortSignal
  readonly onProgress?: (rollout: Rollout) => void
}

/**
 * - over: nothing is left to do
 * - stopped: by failures or by a user, also while it waited for its time
 * - busy: another sender has it
 * - left: the signal aborted
 */
export type SendingEnd = 'over' | 'stopped' | 'busy' | 'left'

/** The lease must last so long when something is sent, milliseconds. */
const RENEWED_MS = 20_000
const LOOK_AGAIN_MS = 2000
/** Junctions that are sent to, or looked at, at once. */
const AT_ONCE = 4

const LEAST_URGENT: readonly RolloutTarget['state'][] = ['reported', 'noReport', 'waiting', 'failed']
/** Failures that may still resolve by themselves. */
const MAY_FIX: readonly RolloutTarget['why'][] = ['notConfirmed', 'differs', 'streetDiffers', undefined]

/** Another sender took over. */
class TakenOver extends Error {}

/** Facts kept of a junction that was sent to, so that they are not read again. */
interface Followed {
  readonly change: ChangeRecord
  street?: WatchedStreet
}

/** Sends one rollout, once. */
export class RolloutSender {
  readonly #deps: SenderDeps
  readonly #followed = new Map<string, Followed>()
  #open: OpenRollout
  /** The least urgent junctions are looked at in turn. */
  #turn = 0

  private constructor(deps: SenderDeps, open: OpenRollout) {
    this.#deps = deps
    this.#open = open
  }

  /** Sends a rollout until it is over or stopped. Rejects with the error of a call by which it cannot go on. */
  static async send(deps: SenderDeps): Promise<SendingEnd> {
    const first = await openRollout(deps.call, deps.rolloutId)
    const isUnasked = deps.isUnasked || isEarly(first.rollout, deps.nowMs())
    const open = await untilItsTime(first, deps)
    return typeof open === 'string' ? open : new RolloutSender({ ...deps, isUnasked }, open).#run()
  }

  async #run(): Promise<SendingEnd> {
    const { signal, wait } = this.#deps
    try {
      const end = await this.#take()
      if (end) return end
      for (;;) {
        await this.#look()
        if (signal.aborted) {
          await this.#release()
          return 'left'
        }
        const step = nextStep(this.#rollout, this.#deps.nowMs())
        switch (step.kind) {
          case 'send':
            await this.#send(step.ids)
            break
          case 'watch':
            await wait(LOOK_AGAIN_MS, signal)
            break
          default:
            await this.#save((now) => ({ ...now, run: step.kind === 'over' ? 'over' : 'stopped', sender: null }))
            return step.kind === 'over' ? 'over' : 'stopped'
        }
      }
    } catch (error) {
      if (error instanceof TakenOver) return 'busy'
      await this.#release()
      throw error
    }
  }

  get #rollout(): Rollout {
    return this.#open.rollout
  }

  /** Takes the lease. Resolves with why it is not to send, if so. */
  async #take(): Promise<Exclude<SendingEnd, 'left'> | undefined> {
    const { senderId, nowMs, call, rolloutId, isUnasked } = this.#deps
    for (;;) {
      const now = this.#rollout
      if (now.sender?.id !== senderId && isLeased(now, nowMs())) return 'busy'
      if (isUnasked && endOf(now)) return endOf(now)
      try {
        this.#keep(
          await saveRollout(call, this.#open, {
            ...now,
            run: 'running',
            // A stopped rollout begins when a user continues it.
            notBefore: now.notBefore !== undefined && now.notBefore > nowMs() ? undefined : now.notBefore,
            asked: undefined,
            tolerated: failuresOf(now),
            sender: this.#lease(),
          }),
        )
        return undefined
      } catch (error) {
        if (!isConflict(error)) throw error
        this.#open = await openRollout(call, rolloutId)
      }
    }
  }

  #lease(): Rollout['sender'] {
    const { senderId, by, nowMs } = this.#deps
    return { id: senderId, name: by.name, until: nowMs() + LEASE_MS }
  }

  async #release(): Promise<void> {
    if (this.#rollout.sender?.id !== this.#deps.senderId) return
    await saveRollout(this.#deps.call, this.#open, { ...this.#rollout, sender: null }).catch(() => undefined)
  }

  /** Saves a change of the current rollout. `change` is called again after a save by another user. */
  async #save(change: (now: Rollout) => Rollout = (now) => now): Promise<void> {
    const { call, wait, signal } = this.#deps
    for (;;) {
      try {
        this.#keep(await saveRollout(call, this.#open, change({ ...this.#rollout, sender: this.#lease() })))
        return
      } catch (error) {
        if (!isConflict(error) && !(error instanceof NetworkError)) throw error
        if (error instanceof NetworkError) {
          signal.throwIfAborted()
          await wait(LOOK_AGAIN_MS, signal)
        }
        await this.#readAgain()
      }
    }
  }

  /** Reads what others may have saved: that it is to stop, or that they send now. */
  async #readAgain(): Promise<void> {
    const { call, rolloutId, senderId } = this.#deps
    try {
      this.#keep(await openRollout(call, rolloutId))
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      return
    }
    if (this.#rollout.sender?.id !== senderId) throw new TakenOver()
  }

  #keep(open: OpenRollout): void {
    this.#open = open
    this.#deps.onProgress?.(open.rollout)
  }

  async #send(ids: readonly string[]): Promise<void> {
    const { nowMs } = this.#deps
    const todo = this.#rollout.targets.filter(({ id }) => ids.includes(id))
    const claimed = todo.map((target): RolloutTarget => ({ ...target, state: 'sending', at: nowMs() }))
    await this.#save((now) => withTargets(now, claimed))
    await this.#sendAll(claimed, false)
  }

  async #sendAll(targets: readonly RolloutTarget[], mayHaveBeenSent: boolean): Promise<void> {
    const further: RolloutTarget[] = []
    for (const some of inParts(targets)) {
      await this.#renew()
      const { rolloutId, call, by, from, nowMs } = this.#deps
      const sending = { rolloutId, call, by, from, nowMs, rollout: this.#rollout }
      further.push(...(await Promise.all(some.map((target) => sendTo(sending, target, mayHaveBeenSent)))))
    }
    await this.#saveChanged(further)
  }

  /** Nothing is sent unless the lease lasts longer than a call. */
  async #renew(): Promise<void> {
    const { sender } = this.#rollout
    const nowMs = this.#deps.nowMs()
    if (!sender || sender.until < nowMs + RENEWED_MS || !isOfThisTime(sender, nowMs)) await this.#save()
  }

  async #saveChanged(targets: readonly RolloutTarget[]): Promise<void> {
    const before = new Map(this.#rollout.targets.map((target) => [target.id, target]))
    const changed = targets.filter((target) => {
      const old = before.get(target.id)
      return old?.state !== target.state || old.why !== target.why
    })
    if (changed.length > 0) await this.#save((now) => withTargets(now, changed))
    else await this.#renew()
  }

  /** Looks at what is under way, and at some of the others. */
  async #look(): Promise<void> {
    await this.#readAgain()
    const { targets } = this.#rollout
    const unknown = targets.filter(({ state }) => state === 'sending')
    if (unknown.length > 0) await this.#sendAll(unknown, true)
    const nowMs = this.#deps.nowMs()
    const isWaitedFor = !isProven(this.#rollout, nowMs)
    const urgent = targets.filter(({ state }) => state === 'sent' || (isWaitedFor && state === 'reported'))
    const others = targets.filter(
      (target) => LEAST_URGENT.includes(target.state) && MAY_FIX.includes(target.why) && !urgent.includes(target),
    )
    const looked: RolloutTarget[] = []
    for (const some of inParts([...urgent, ...this.#inTurn(others)])) {
      looked.push(...(await Promise.all(some.map((target) => this.#lookAt(target)))))
    }
    await this.#saveChanged(looked)
  }

  #inTurn(targets: readonly RolloutTarget[]): readonly RolloutTarget[] {
    const first = targets.length === 0 ? 0 : this.#turn % targets.length
    this.#turn = first + AT_ONCE
    return [...targets.slice(first), ...targets.slice(0, first)].slice(0, AT_ONCE)
  }

  async #lookAt(target: RolloutTarget): Promise<RolloutTarget> {
    try {
      return await (this.#rollout.kind === 'clock' ? this.#lookAtClock(target) : this.#lookAtSettings(target))
    } catch (error) {
      if (error instanceof NetworkError) return target
      if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
      return error.status === 404 ? { ...target, state: 'failed', why: 'gone' } : target
    }
  }

  async #lookAtClock(target: RolloutTarget): Promise<RolloutTarget> {
    const { call, nowMs } = this.#deps
    return outcomeOfClock(target, await fetchClockValues(call, target.id), nowMs())
  }

  async #lookAtSettings(target: RolloutTarget): Promise<RolloutTarget> {
    const { call, rolloutId, nowMs } = this.#deps
    const change = this.#followed.get(target.id)?.change ?? (await fetchOwnRecord(call, rolloutId, target))
    if (!change) return target
    const followed = this.#followed.get(target.id) ?? { change }
    this.#followed.set(target.id, followed)
    const facts = await fetchJunctionFacts(call, target.id)
    const outcome = () => {
      const observed = followed.street?.junction ?? newJunction(0)
      const { shared: desired, client: reported, connected, connectedSinceMs } = facts
      return outcomeOf(target, change, { desired, reported, connected, connectedSinceMs, nowMs: nowMs(), observed })
    }
    const first = outcome()
    if (first.state !== 'reported' && first.state !== 'noReport') return first
    followed.street = await watchStreet(call, target.id, change, facts, nowMs(), followed.street)
    return outcome()
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

function inParts<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, part) =>
    list.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )
}
