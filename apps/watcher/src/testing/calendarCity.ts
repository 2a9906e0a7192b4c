/**
 * @file Junctions of a calendar on a platform that a test plays, with watchers that send their days, in a test's time.
 * Long: platform, controllers and watchers of one play.
 */
import { ApiError, NetworkError } from '@greenwave/client/callErrors'
import { type PlayedArguments, playedCalls } from '@greenwave/client/testing/playedCalls'
import { TestClock } from '@greenwave/client/testing/testClock'
import { type Calendar, writeCalendar } from '@greenwave/contract/records/calendars'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { parseKindNote, parseRanKind, type RanKind } from '@greenwave/contract/records/kindNotes'
import type { TimedValue } from '@greenwave/controller/timedValue'
import type { RateLimit } from '@greenwave/harness/rateLimit'
import type { OffCalendar } from '@greenwave/observer/rule'
import { ShareLease } from '../acts/shareLease.ts'
import { WriteQueue } from '../acts/writeQueue.ts'
import { CalendarDays, type DayJunction } from '../calendar/CalendarDays.ts'

/** A call takes this long to the platform, and its answer as long back. Milliseconds. */
const WAY_MS = 20
/** A watcher hears of a value so long after it was written, and of all so long after it started. Milliseconds. */
const HEARS_MS = 40
const STARTS_MS = 300
/** A controller reports so long after it was sent to. Milliseconds. */
const REPORTS_MS = 900
const TICK_MS = 50
const LISTS_MS = 30_000

type Attributes = Record<string, TimedValue>

/** A junction on the platform. */
export class CalendarJunction {
  readonly shared: Attributes = {}
  readonly client: Attributes = {}
  readonly server: Attributes = {}
  readonly records = new Map<number, ChangeRecord>()
  /** Kinds of day that were recorded as run. */
  readonly kinds: RanKind[] = []
  /** Settings that watchers wrote, one entry a write. */
  readonly writes: { readonly atMs: number; readonly values: Readonly<Record<string, unknown>> }[] = []
  connected = true
  /** Takes settings and reports them. */
  takes = true
  /** What the newest watcher tells the observer. */
  off: OffCalendar | null = null
  readonly id: string

  constructor(id: string) {
    this.id = id
  }
}

interface Watching {
  isAlive: boolean
  readonly days: CalendarDays
  readonly seen: Map<string, SeenJunction>
}

/** A junction as the live connection shows it to one watcher. */
class SeenJunction implements DayJunction {
  readonly isReady = true
  readonly phaseNames = []
  calendarFacts: DayJunction['calendarFacts'] = {
    ...{ kinds: undefined, note: undefined, shared: {}, client: {}, connected: false },
  }
  readonly #junction: CalendarJunction

  constructor(junction: CalendarJunction) {
    this.#junction = junction
  }

  get id(): string {
    return this.#junction.id
  }

  setOffCalendar(off: OffCalendar | null): void {
    this.#junction.off = off
  }
}

/** A city of a calendar. */
export class CalendarCity {
  readonly clock: TestClock
  readonly junctions = new Map<string, CalendarJunction>()
  calendar: Calendar
  isUp = true
  limit: RateLimit | undefined
  /** Calls that the platform answered, and those that were too many. */
  calls = 0
  refused = 0
  readonly warnings: string[] = []
  /** Attributes of calendar and watch asset. */
  readonly assets: Attributes = {}
  readonly #watchers: Watching[] = []
  #started = 0
  #underWay = 0

  constructor(calendar: Calendar, nowMs: number, ids: readonly string[], shared: object, kinds: object) {
    this.calendar = calendar
    this.clock = new TestClock(nowMs)
    for (const id of ids) {
      const junction = new CalendarJunction(id)
      this.junctions.set(id, junction)
      this.#put(junction.shared, shared, nowMs - 86_400_000)
      this.#put(junction.client, shared, nowMs - 86_400_000)
      this.#put(junction.server, { gw_kinds: { calendar: calendar.key, kinds } }, nowMs - 86_400_000)
    }
  }

  get all(): readonly CalendarJunction[] {
    return [...this.junctions.values()]
  }

  get alive(): number {
    return this.#watchers.length
  }

  /** Sets values as a user does. */
  set(id: string, values: object): void {
    const junction = this.junctions.get(id)
    if (junction) this.#write(junction, 'shared', values)
  }

  /** Writes the settings of each kind, or removes them. */
  setKinds(id: string, kinds: object | undefined): void {
    const junction = this.junctions.get(id)
    if (junction) this.#write(junction, 'server', { gw_kinds: kinds && { calendar: this.calendar.key, kinds } })
  }

  connect(id: string, connected: boolean): void {
    const junction = this.junctions.get(id)
    if (!junction) return
    junction.connected = connected
    if (connected) this.#report(junction)
    this.#tell(junction)
  }

  /** Starts a watcher. It is killed as soon as the platform has done so many of its calls. */
  startWatcher(calls = Number.POSITIVE_INFINITY): void {
    this.#started += 1
    const by = `watcher ${this.#started}`
    let left = calls
    const watching = { isAlive: true } as Watching
    const after = (ms: number, callback: () => void) => this.clock.after(ms, () => watching.isAlive && callback())
    const call = playedCalls(async (name, args) => {
      this.#underWay += 1
      try {
        await this.#way(watching)
        const answer = this.#answer(name, args)
        left -= 1
        if (left === 0) this.#kill(watching)
        await this.#way(watching)
        return answer
      } finally {
        this.#underWay -= 1
      }
    })
    const now = () => this.clock.nowMs
    const queue = (atOnce: number) =>
      new WriteQueue({ ...{ atOnce, nowMs: now, after, random: () => 0.5, longestPauseMs: 2000, onFailure: () => {} } })
    const pause = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve))
    const assetId = async () => 'watch'
    const log = { info: () => {}, warn: (text: unknown) => this.warnings.push(String(text)) }
    const lease = new ShareLease({ ...{ call, key: 'gw_calendar_1of1', by, assetId, now, pause } })
    const onRefused = (what: string) => this.warnings.push(`refused: ${what}`)
    const days = new CalendarDays({
      ...{ call, share: { i: 1, n: 1 }, queue: queue(16), notes: queue(4), lease, rest: pause, now, log, onRefused },
    })
    Object.assign(watching, { days, seen: new Map() })
    this.#watchers.push(watching)
    const list = () => {
      if (this.isUp) void days.fetchCalendars().catch(() => undefined)
      after(LISTS_MS, list)
    }
    const tick = () => {
      days.tick(now())
      after(TICK_MS, tick)
    }
    after(STARTS_MS, () => {
      list()
      tick()
      for (const junction of this.junctions.values()) this.#tell(junction, watching)
    })
  }

  /** Kills the watcher that was started first of those that run. */
  killWatcher(): void {
    const [first] = this.#watchers
    if (first) this.#kill(first)
  }

  #kill(watching: Watching): void {
    watching.isAlive = false
    this.#watchers.splice(this.#watchers.indexOf(watching), 1)
  }

  /** Stops the watcher that was started first as a service does. */
  async stopWatcher(): Promise<void> {
    await Promise.all([this.#watchers[0]?.days.close(1000), this.pass(2000)])
    this.killWatcher()
  }

  turn(to: 'on' | 'off'): void {
    this.isUp = to === 'on'
    if (this.isUp) for (const junction of this.junctions.values()) this.#tell(junction)
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms || this.#underWay > 0; passed += WAY_MS) {
      this.clock.advance(WAY_MS)
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
    }
  }

  async #way(watching: Watching): Promise<void> {
    await new Promise<void>((resolve) => void this.clock.after(WAY_MS, resolve))
    if (!watching.isAlive) await new Promise<never>(() => this.#forget())
    if (!this.isUp) throw new NetworkError('No answer')
  }

  /** A dead watcher waits for nothing. */
  #forget(): void {
    this.#underWay -= 1
  }

  #answer(name: string, { params, query, body }: PlayedArguments): unknown {
    if (this.limit && !this.limit.allows(this.clock.nowMs)) {
      this.refused += 1
      throw new ApiError(429, 33, 'Too many requests')
    }
    this.calls += 1
    const { entityId = '', scope = '', entityType } = (params ?? {}) as Record<string, string>
    if (name === 'tenantAssets') {
      const asset = { id: { id: 'calendar' }, name: 'City', additionalInfo: writeCalendar({}, this.calendar) }
      return { data: [asset], hasNext: false }
    }
    if (entityType === 'ASSET') {
      const { keys } = Object(query) as { readonly keys?: string }
      if (name === 'attributes') return attributesOf(this.assets).filter(({ key }) => key === keys)
      this.#put(this.assets, body as object)
      return undefined
    }
    const junction = this.junctions.get(entityId)
    if (!junction) throw new ApiError(404, 32, 'No such device')
    const of = scope === 'SHARED_SCOPE' ? 'shared' : 'server'
    if (name === 'attributes') return attributesOf(junction[of])
    if (name === 'saveAttributes') {
      if (of === 'shared') junction.writes.push({ atMs: this.clock.nowMs, values: body as Record<string, unknown> })
      return this.#write(junction, of, body as object)
    }
    if (name === 'deleteAttributes') {
      const { keys } = query as { readonly keys: string }
      return this.#write(junction, of, Object.fromEntries(keys.split(',').map((key) => [key, undefined])))
    }
    if (name === 'saveTimeseries') {
      const { ts, values } = body as { readonly ts: number; readonly values: Readonly<Record<string, unknown>> }
      const record = parseChangeRecord(ts, values.gw_change)
      if (record) junction.records.set(ts, record)
      const kind = parseRanKind(ts, values.gw_kind_ran)
      if (kind) junction.kinds.push(kind)
      return undefined
    }
    if (name === 'timeseries') {
      const { startTs, endTs } = query as Record<string, string>
      const found = [...junction.records.values()].filter(({ at }) => at >= Number(startTs) && at < Number(endTs))
      return { gw_change: found.map((record) => ({ ts: record.at, value: { v: 1, ...record } })) }
    }
    throw new Error(`${name} is not played`)
  }

  #put(attributes: Attributes, values: object, ts = this.clock.nowMs): void {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) delete attributes[key]
      else attributes[key] = { ts, value }
    }
  }

  #write(junction: CalendarJunction, of: 'shared' | 'server', values: object): undefined {
    this.#put(junction[of], values)
    this.#tell(junction)
    if (of === 'shared' && junction.connected) this.#report(junction)
    return undefined
  }

  #report(junction: CalendarJunction): void {
    if (!junction.takes) return
    this.clock.after(REPORTS_MS, () => {
      if (!junction.connected) return
      for (const [key, { value }] of Object.entries(junction.shared)) this.#put(junction.client, { [key]: value })
      this.#tell(junction)
    })
  }

  /** Tells watchers what the live connection tells them. */
  #tell(junction: CalendarJunction, only?: Watching): void {
    for (const watching of only ? [only] : this.#watchers) {
      const [shared, client] = [{ ...junction.shared }, { ...junction.client }]
      const { gw_kinds, gw_kind } = junction.server
      const note = parseKindNote(gw_kind?.value)
      const kinds = gw_kinds && JSON.stringify(gw_kinds.value)
      const calendarFacts = { kinds, note, shared, client, connected: junction.connected }
      this.clock.after(HEARS_MS, () => {
        if (!watching.isAlive || !this.isUp) return
        const seen = watching.seen.get(junction.id) ?? new SeenJunction(junction)
        watching.seen.set(junction.id, seen)
        seen.calendarFacts = calendarFacts
        watching.days.look(seen)
      })
    }
  }
}

function attributesOf(values: Attributes) {
  return Object.entries(values).map(([key, { ts, value }]) => ({ key, value, lastUpdateTs: ts }))
}
