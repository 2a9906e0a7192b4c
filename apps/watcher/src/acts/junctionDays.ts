/** The sums of the days of one junction: counted from its records every three hours, and once more when a day is over. */
import type { CallApi } from '@greenwave/client/callTypes'
import { DAY_KEY, writeDaySums } from '@greenwave/contract/records/daySums'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { countDay } from '@greenwave/observer/conformity/countDay'
import { midnightOf } from '@greenwave/observer/conformity/days'
import { RECORDED_WITHIN_MS, fetchDayRecords, fetchKeptDays } from '@greenwave/observer/conformity/reading/dayReads'
import type { NewestKept } from '../intake/missedSeconds.ts'

/** How often the day that runs is counted, milliseconds. */
const COUNT_EVERY_MS = 10_800_000
/** A quarter is recorded some time after its end. So long after midnight all of the day before is. Milliseconds. */
const AFTER_MIDNIGHT_MS = RECORDED_WITHIN_MS + 900_000
/** Junctions are counted one after the other in this time, milliseconds. */
const SPREAD_MS = COUNT_EVERY_MS - AFTER_MIDNIGHT_MS

/** Dependencies of the days of a junction. */
export interface JunctionDaysDeps {
  readonly call: CallApi<WatcherCall>
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
}

/** The days of one junction. */
export class JunctionDays {
  readonly #deviceId: string
  readonly #deps: JunctionDaysDeps
  readonly #delayMs: number
  /** The span of three hours in which it was counted last; undefined before the first time. */
  #counted: number | undefined
  /** The last day that was counted when it was over, as its midnight; undefined while that is not known. */
  #finished: number | undefined

  /** @param place spreads junctions: any whole number from 0 */
  constructor(deviceId: string, deps: JunctionDaysDeps, place: number) {
    this.#deviceId = deviceId
    this.#deps = deps
    this.#delayMs = AFTER_MIDNIGHT_MS + (place % SPREAD_MS)
  }

  /** Whether it is time to count. Cheap enough to ask each second. */
  get isDue(): boolean {
    return this.#counted !== this.#turnAt(this.#deps.now())
  }

  /** Takes over what the platform has kept: what was counted in time, or has no records, waits for its next turn. */
  begin({ record, day }: Pick<NewestKept, 'record' | 'day'>): void {
    const nowMs = this.#deps.now()
    const today = midnightOf(nowMs)
    const isCounted = day?.dayMs === today && day.untilMs >= nowMs - COUNT_EVERY_MS - RECORDED_WITHIN_MS
    if (isCounted || record === undefined || record.startMs < midnightOf(today - 1)) this.#counted = this.#turnAt(nowMs)
  }

  /** Says that older records of the last days were fixed: what is over is counted again, too. */
  fixed(): void {
    this.#counted = undefined
    this.#finished = 0
  }

  /** Counts what is due, and writes it. Rejects with the error of a call that may succeed later. */
  async write(): Promise<void> {
    const nowMs = this.#deps.now()
    const today = midnightOf(nowMs)
    const yesterday = midnightOf(today - 1)
    const isFirst = this.#finished === undefined
    const kept = isFirst ? await this.#keptUntil(yesterday, nowMs) : new Map<number, number>()
    this.#finished ??= kept.get(yesterday) === today ? yesterday : 0
    if (nowMs - today >= AFTER_MIDNIGHT_MS && this.#finished < yesterday) {
      await this.#writeDay(yesterday, nowMs)
      this.#finished = yesterday
    }
    // What the watcher before has just counted.
    const isCounted = (kept.get(today) ?? 0) >= nowMs - COUNT_EVERY_MS
    if (!isCounted) await this.#writeDay(today, nowMs)
    this.#counted = this.#turnAt(nowMs)
  }

  /** Says that nothing can be written: it is tried again in the next turn. */
  giveUp(): void {
    this.#counted = this.#turnAt(this.#deps.now())
  }

  async #keptUntil(fromMs: number, nowMs: number): Promise<ReadonlyMap<number, number>> {
    const kept = await fetchKeptDays({ call: this.#deps.call, deviceId: this.#deviceId }, { fromMs, untilMs: nowMs })
    return new Map(kept.map(({ dayMs, untilMs }) => [dayMs, untilMs]))
  }

  async #writeDay(dayMs: number, nowMs: number): Promise<void> {
    const { call } = this.#deps
    const sums = countDay(await fetchDayRecords({ call, deviceId: this.#deviceId }, dayMs, nowMs))
    if (sums.expected === 0) return
    const params = { ...ofDevice(this.#deviceId), scope: 'ANY' }
    await call('saveTimeseries', { params, body: [{ ts: dayMs, values: { [DAY_KEY]: writeDaySums(sums) } }] })
  }

  #turnAt(ms: number): number {
    const sinceMs = ms - this.#delayMs
    const dayMs = midnightOf(sinceMs)
    return Math.floor((sinceMs - dayMs) / COUNT_EVERY_MS) + dayMs
  }
}
