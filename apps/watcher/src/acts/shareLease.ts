/**
 * Which of several watchers of one share sends. Whoever wants to send writes its name, waits longer than a write takes,
 * and sends if its name still stands (Fischer's mutual exclusion). The name counts for some seconds; all times are the
 * platform's.
 */
import type { CallApi } from '@greenwave/client/callTypes'
import { parseTeller } from '@greenwave/contract/records/notifyRecords'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'

/**
 * How long a name keeps others from sending, and how long its holder may begin to send. Between both a message that was
 * begun ends. Milliseconds.
 */
const KEEPS_OTHERS_MS = 30_000
const HOLDS_MS = 10_000
/** How long is waited before the name is read again, milliseconds. */
const SETTLE_MS = 1_500

/** Dependencies of a `ShareLease`. */
interface ShareLeaseDeps {
  readonly call: CallApi<WatcherCall>
  /** The attribute of the watch asset with the name. */
  readonly key: string
  /** The name of this watcher; nobody else has it but an ended one that it replaces. */
  readonly by: string
  /** Returns the id of the watch asset. */
  readonly assetId: () => Promise<string>
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  /** Resolves after so long, milliseconds. */
  readonly pause: (ms: number) => Promise<void>
  /** How long a name keeps others from sending, and its holder may begin to send; as usual if left out. */
  readonly lasts?: { readonly keepsOthersMs: number; readonly holdsMs: number }
}

/** The right to send. */
export class ShareLease {
  readonly #deps: ShareLeaseDeps
  #heldUntilMs = Number.NEGATIVE_INFINITY
  #otherMs = Number.POSITIVE_INFINITY
  /** When the name was written last. */
  #writtenMs = Number.NEGATIVE_INFINITY

  constructor(deps: ShareLeaseDeps) {
    this.#deps = deps
  }

  /** Returns whether this watcher still may send. */
  get isHeld(): boolean {
    const leftMs = this.#heldUntilMs - this.#deps.now()
    // More is left of it than there was when the clock was set back since.
    return leftMs > 0 && leftMs <= this.#holdsMs
  }

  /** When another watcher had it last, as far as its name shows; Infinity before it was taken, epoch milliseconds. */
  get otherMs(): number {
    return this.#otherMs
  }

  /** Returns whether this watcher may send for a while. */
  async take(): Promise<boolean> {
    const { by, now, pause } = this.#deps
    const before = await this.#read()
    if (before && before.by !== by && Math.abs(now() - before.at) < this.#keepsOthersMs) return false
    if (before?.by !== by || this.#writtenMs === Number.NEGATIVE_INFINITY) this.#otherMs = before?.at ?? 0
    const [at, writtenMs] = [now(), this.#writtenMs]
    const isRenewed = this.isHeld && before?.by === by
    this.#writtenMs = at
    await this.#write({ by, at })
    // Nobody else wrote a name while the one before counted: there is nothing to wait for.
    if (isRenewed && Math.abs(now() - writtenMs) < this.#keepsOthersMs) {
      this.#heldUntilMs = at + this.#holdsMs
      return true
    }
    await pause(SETTLE_MS)
    const isHeld = (await this.#read())?.by === by
    this.#heldUntilMs = isHeld ? at + this.#holdsMs : Number.NEGATIVE_INFINITY
    return isHeld
  }

  /** Lets another watcher send at once. */
  async leave(): Promise<void> {
    this.#heldUntilMs = Number.NEGATIVE_INFINITY
    if (this.#deps.now() - this.#writtenMs > this.#keepsOthersMs) return
    if ((await this.#read())?.by === this.#deps.by) await this.#write({ by: '', at: 0 })
  }

  get #keepsOthersMs(): number {
    return this.#deps.lasts?.keepsOthersMs ?? KEEPS_OTHERS_MS
  }

  get #holdsMs(): number {
    return this.#deps.lasts?.holdsMs ?? HOLDS_MS
  }

  async #read(): Promise<ReturnType<typeof parseTeller>> {
    const params = await this.#params()
    const [found] = await this.#deps.call('attributes', { params, query: { keys: this.#deps.key } })
    return parseTeller(found?.value)
  }

  async #write(teller: { readonly by: string; readonly at: number }): Promise<void> {
    await this.#deps.call('saveAttributes', { params: await this.#params(), body: { [this.#deps.key]: teller } })
  }

  async #params() {
    return { entityType: 'ASSET', entityId: await this.#deps.assetId(), scope: 'SERVER_SCOPE' } as const
  }
}
