/**
 * Notices of this browser about incidents that are new while a console is open. Of all tabs one shows each, and what
 * was open before the first console was opened is not new.
 */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { NotifyRules } from '@greenwave/contract/records/notify'
import { wantsIncident, wantsMessagesAt } from '@greenwave/contract/records/notifyMatch'
import { levelOf } from '@greenwave/observer/incident'

/** Dependencies of `BrowserNotices`. Times are epoch milliseconds. */
export interface BrowserNoticesDeps {
  /** Reads active alarms, the newest first. */
  readonly readActive: () => Promise<readonly AlarmInfo[]>
  /** Returns which of these devices are muted. */
  readonly readMuted: (deviceIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Runs one task at a time across all tabs. */
  readonly oneForAllTabs: (task: () => Promise<void>) => Promise<void>
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly nowMs: () => number
}

/** The user's notification rules, and how notices are shown. */
export interface NoticeOrder {
  readonly rules: NotifyRules
  readonly show: (alarms: readonly AlarmInfo[]) => void
}

const STORAGE_KEY = 'greenwave.noticed'
/** Incidents that are remembered as shown. */
const MOST_NOTICED = 500
/** Without a console for longer than this no open incident counts as new, milliseconds. */
const ABSENT_MS = 600_000
/** At most one look in this time, milliseconds. */
const APART_MS = 5_000

/** State of notices, shared by all tabs. */
interface Noticed {
  /** When a console looked last, and when the first of those began that have looked since. */
  readonly at: number
  readonly since: number
  /** The alarms that were shown. */
  readonly ids: readonly string[]
}

/** Looks for new incidents. */
export class BrowserNotices {
  readonly #deps: BrowserNoticesDeps
  #order: NoticeOrder | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #lookedMs = Number.NEGATIVE_INFINITY

  constructor(deps: BrowserNoticesDeps) {
    this.#deps = deps
  }

  /** Schedules a look for new incidents. */
  touch(order: NoticeOrder): void {
    this.#order = order
    const sinceMs = this.#deps.nowMs() - this.#lookedMs
    this.#timer ??= setTimeout(() => this.#lookOnce(), Math.max(0, APART_MS - sinceMs))
  }

  /** Cancels a pending look; the next `touch` starts again. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #lookOnce(): void {
    this.#timer = undefined
    this.#lookedMs = this.#deps.nowMs()
    // Without an answer of the platform the next change looks again.
    this.#deps.oneForAllTabs(() => this.#look()).catch(() => undefined)
  }

  async #look(): Promise<void> {
    const { nowMs, readActive, readMuted } = this.#deps
    const order = this.#order
    if (!order?.rules.browser) return
    const { since, ids } = this.#read()
    this.#write({ at: nowMs(), since, ids })
    if (!wantsMessagesAt(order.rules, nowMs())) return
    const found = (await readActive()).filter(
      (alarm) => alarm.createdTime > since && !ids.includes(alarm.id.id) && isWanted(alarm, order.rules),
    )
    if (found.length === 0) return
    const muted = await readMuted(
      found.flatMap(({ originator }) => (originator.entityType === 'DEVICE' ? [originator.id] : [])),
    )
    const shown = found.filter(({ originator }) => !muted.has(originator.id))
    this.#write({ at: nowMs(), since, ids: [...ids, ...shown.map(({ id }) => id.id)].slice(-MOST_NOTICED) })
    if (shown.length > 0) order.show(shown)
  }

  #read(): Noticed {
    const nowMs = this.#deps.nowMs()
    try {
      const { at, since, ids } = JSON.parse(this.#deps.storage.getItem(STORAGE_KEY) ?? '') as Noticed
      if (nowMs - at < ABSENT_MS && since <= nowMs && Array.isArray(ids)) return { at, since, ids }
    } catch {
      // Nothing was stored, or the stored value is unreadable.
    }
    return { at: nowMs, since: nowMs, ids: [] }
  }

  #write(noticed: Noticed): void {
    try {
      this.#deps.storage.setItem(STORAGE_KEY, JSON.stringify(noticed))
    } catch {
      // Where storage is blocked nothing ever counts as new.
    }
  }
}

function isWanted({ severity, acknowledged, customerId }: AlarmInfo, rules: NotifyRules): boolean {
  return !acknowledged && wantsIncident(rules, { level: levelOf(severity), customerId: customerId?.id ?? null })
}
