/** Reads the rules of notification at intervals. */
import type { CallApi } from '@greenwave/client/callTypes'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { counted } from '@greenwave/contract/text'
import type { Logger } from 'pino'
import { fetchListeners, type Listener } from './listeners.ts'

/** The rules are read this often, and take at most a twentieth of the time. Milliseconds. */
const EVERY_MS = 5_000
const PART = 20

/** Dependencies of a `RulesReader`. */
export interface RulesReaderDeps {
  readonly call: CallApi<WatcherCall>
  readonly log: Logger
  /** Called after each time; `isChanged` says whether it found other rules or users than before. */
  readonly onRead: (isChanged: boolean) => Promise<void>
  /** Called with the ids of all users when they were read first, and when one of them is gone. */
  readonly onGone: (users: ReadonlySet<string>) => Promise<void>
}

/** Users with rules, as last read. */
export class RulesReader {
  readonly #deps: RulesReaderDeps
  #listeners: ReadonlyMap<string, Listener> = new Map()
  /** Users that `onGone` knows; undefined before the first time. */
  #users: ReadonlySet<string> | undefined
  #timer: NodeJS.Timeout | undefined
  #isEnded = false
  #left = 0
  /** How long the last reading took. */
  #tookMs = 0

  constructor(deps: RulesReaderDeps) {
    this.#deps = deps
  }

  /** By user id. */
  get listeners(): ReadonlyMap<string, Listener> {
    return this.#listeners
  }

  /** Begins. */
  start(): void {
    this.#read()
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        this.#deps.log.warn(`the rules of notification could not be read or their tests answered: ${why}`)
      })
      .finally(() => {
        if (this.#isEnded) return
        this.#timer = setTimeout(() => this.start(), Math.max(EVERY_MS, PART * this.#tookMs))
      })
  }

  close(): void {
    this.#isEnded = true
    clearTimeout(this.#timer)
  }

  async #read(): Promise<void> {
    const { call, log, onRead, onGone } = this.#deps
    const startedMs = performance.now()
    const { listeners, left, users } = await fetchListeners(call)
    this.#tookMs = performance.now() - startedMs
    if (this.#isEnded) return
    if (left > this.#left) {
      const users = counted(left, 'user is', 'users are')
      log.error(`${users} not notified: no more than ${listeners.size} may have rules`)
    }
    this.#left = left
    const before = JSON.stringify([...this.#listeners])
    this.#listeners = listeners
    await onRead(before !== JSON.stringify([...listeners]))
    const isAnyGone = !this.#users || [...this.#users].some((id) => !users.has(id))
    if (isAnyGone) await onGone(users)
    this.#users = users
  }
}
