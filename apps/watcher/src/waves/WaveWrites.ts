/** Wave of one corridor on the platform, and the writes that bring it in line with the evaluation. */
import type { CallApi } from '@greenwave/client/callTypes'
import { midnightOf } from '@greenwave/observer/conformity/days'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { entityRef } from '@greenwave/contract/wire/ids'
import { parseNotified, NOTIFIED_KEY, type Notified } from '@greenwave/contract/records/notifyRecords'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import {
  CORRIDOR_INCIDENT,
  parseBrokenWaveRaised,
  parseWave,
  parseWaveDay,
  type WaveDay,
  WAVE_DAY_KEY,
  WAVE_KEY,
  type WavePlanSums,
} from '@greenwave/contract/records/waves'
import { isRefusal, unlessRefused } from '../acts/writeQueue.ts'
import { brokenDetails } from '@greenwave/coordination/observed/brokenText'
import type { BrokenWave, KeptWave, WaveEvaluator } from '@greenwave/coordination/observed/WaveEvaluator'

/** The sums of the day that runs are written this often, milliseconds. */
const DAY_EVERY_MS = 900_000

/** The day that the state has, the day before this one, and this one. */
const MOST_KEPT_DAYS = 3

/** Dependencies of a `WaveWrites`. */
export interface WaveWritesDeps {
  readonly call: CallApi<WatcherCall>
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  /** Called when the platform permanently rejects a write. */
  readonly onRefused: (what: string, error: Error) => void
}

/** The writes of one corridor. */
export class WaveWrites {
  readonly #assetId: string
  readonly #deps: WaveWritesDeps
  /** Text of the last alarm; null if none is active. */
  #posted: BrokenWave | null = null
  #dayMs = 0

  constructor(assetId: string, deps: WaveWritesDeps) {
    this.#assetId = assetId
    this.#deps = deps
  }

  /** Reads what the watcher before left. */
  async begin(): Promise<KeptWave & { readonly notified: Notified }> {
    const { call, now } = this.#deps
    const keys = [WAVE_KEY, NOTIFIED_KEY].join()
    const found = await call('attributes', { params: { ...this.#asset, scope: 'SERVER_SCOPE' }, query: { keys } })
    const written = (key: string): unknown => found.find((attribute) => attribute.key === key)?.value
    const [alarm] = await this.#active()
    const wave = parseWave(written(WAVE_KEY))
    if (alarm) {
      const raised = parseBrokenWaveRaised(alarm.details)
      this.#posted = { sinceMs: alarm.startTs, facts: UNKNOWN_FACTS, ...(raised && { raised }) }
    }
    const yesterday = midnightOf(midnightOf(now()) - 1)
    const days = await this.#keptDays(Math.min(yesterday, wave?.day?.dayMs ?? yesterday), now())
    // Of the two, one may have been written after the other.
    if (wave?.day && cyclesOf(wave.day.plans) > cyclesOf(days.get(wave.day.dayMs) ?? []))
      days.set(wave.day.dayMs, wave.day.plans)
    return { wave, days, open: this.#posted, notified: parseNotified(written(NOTIFIED_KEY)) }
  }

  /**
   * Writes the evaluation: the alarm, the state of the wave, and at intervals the sums of its days. A watcher that is
   * killed in between loses nothing: the state has the sums of the day that runs, and takes the place of those of the
   * day before only when these are written. Resolves with whether an alarm was raised or cleared. Rejects with the error
   * of a call that may succeed later.
   */
  async write(evaluator: WaveEvaluator, isLast: boolean): Promise<boolean> {
    const nowMs = this.#deps.now()
    let isChanged = false
    await this.#unlessRefused('the alarm of a corridor', async () => {
      isChanged = await this.#writeAlarm(evaluator.broken)
    })
    const today = midnightOf(nowMs)
    for (const [dayMs, plans] of evaluator.days) {
      if (dayMs >= today) continue
      await this.#writeDay(dayMs, plans)
      evaluator.forgetDay(dayMs, plans)
    }
    await this.#unlessRefused('the state of a corridor', () =>
      this.#deps.call('saveAttributes', {
        params: { ...this.#asset, scope: 'SERVER_SCOPE' },
        body: { [WAVE_KEY]: evaluator.wave(nowMs) },
      }),
    )
    const plans = evaluator.days.get(today)
    if (plans && (isLast || nowMs - this.#dayMs >= DAY_EVERY_MS)) {
      await this.#writeDay(today, plans)
      this.#dayMs = nowMs
    }
    return isChanged
  }

  get #asset(): { entityType: 'ASSET'; entityId: string } {
    return { entityType: 'ASSET', entityId: this.#assetId }
  }

  async #keptDays(fromMs: number, nowMs: number): Promise<Map<number, readonly WavePlanSums[]>> {
    const { [WAVE_DAY_KEY]: kept = [] } = await this.#deps.call('timeseries', {
      params: this.#asset,
      query: {
        ...{ keys: WAVE_DAY_KEY, startTs: String(fromMs), endTs: String(nowMs + 1) },
        ...{ limit: String(MOST_KEPT_DAYS), orderBy: 'ASC', agg: 'NONE', useStrictDataTypes: 'true' },
      },
    })
    return new Map(kept.flatMap(({ ts, value }) => [[ts, parseWaveDay(value)?.plans ?? []] as const]))
  }

  async #writeDay(dayMs: number, plans: readonly WavePlanSums[]): Promise<void> {
    const sums: WaveDay = { v: 1, plans: [...plans] }
    await this.#unlessRefused('the sums of a corridor', () =>
      this.#deps.call('saveTimeseries', {
        params: { ...this.#asset, scope: 'ANY' },
        body: [{ ts: dayMs, values: { [WAVE_DAY_KEY]: sums } }],
      }),
    )
  }

  async #writeAlarm(broken: BrokenWave | null): Promise<boolean> {
    if (broken === null && this.#posted === null) return false
    const active = await this.#active()
    if (broken === null) {
      for (const { id } of active) await this.#clear(id.id)
      this.#posted = null
      return true
    }
    const [known] = active
    // Whoever cleared it while the wave is broken sees it again.
    if (known && this.#posted === broken) return false
    await this.#deps.call('saveAlarm', {
      body: {
        originator: entityRef('ASSET', this.#assetId),
        type: CORRIDOR_INCIDENT.type,
        severity: 'MINOR',
        startTs: known?.startTs ?? broken.sinceMs,
        details: brokenDetails(broken),
        // So that the alarms of a customer's corridors can be queried.
        propagateToOwner: true,
        // A refresh that names no assignee fails on ThingsBoard.
        ...(known?.assigneeId && { assigneeId: known.assigneeId }),
      },
    })
    this.#posted = broken
    return true
  }

  async #clear(alarmId: string): Promise<void> {
    try {
      await this.#deps.call('clearAlarm', { params: { alarmId } })
    } catch (error) {
      // It was cleared already, or deleted.
      if (!isRefusal(error) || error.status === 403) throw error
    }
  }

  async #active(): Promise<readonly AlarmInfo[]> {
    const { data } = await this.#deps.call('entityAlarmsV2', {
      params: this.#asset,
      query: { pageSize: 10, page: 0, statusList: 'ACTIVE', typeList: CORRIDOR_INCIDENT.type },
    })
    return data
  }

  async #unlessRefused(what: string, write: () => Promise<unknown>): Promise<void> {
    await unlessRefused(write, (error) => {
      // A corridor that was just deleted is no trouble.
      if (error.status !== 404) this.#deps.onRefused(what, error)
    })
  }
}

/** Of an incident that the watcher before raised: the next cycle says what it is about. */
const UNKNOWN_FACTS: BrokenWave['facts'] = { direction: 'outbound', seconds: 0, setSeconds: 0 }

function cyclesOf(plans: readonly WavePlanSums[]): number {
  return plans.reduce((sum, { judged, unseen }) => sum + judged + unseen, 0)
}
