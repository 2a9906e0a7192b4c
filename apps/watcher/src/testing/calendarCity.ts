/** @file Junctions of a calendar on a platform that a test plays, with watchers that send their days. */
import { ApiError } from '@greenwave/client/callErrors'
import type { PlayedArguments } from '@greenwave/client/testing/playedCalls'
import { type Calendar, writeCalendar } from '@greenwave/contract/records/calendars'
import { parseKindNote, parseRanKind, type RanKind } from '@greenwave/contract/records/kindNotes'
import type { RateLimit } from '@greenwave/harness/rateLimit'
import type { OffCalendar } from '@greenwave/observer/rule'
import { ShareLease } from '../acts/shareLease.ts'
import { CalendarDays, type DayJunction } from '../calendar/CalendarDays.ts'
import { attributesOf, PlayedJunction, PlayedPlatform, type PlayedWatcher } from './PlayedPlatform.ts'

/** A controller reports so long after it was sent to. Milliseconds. */
const REPORTS_MS = 900

/** A junction on the platform. */
export class CalendarJunction extends PlayedJunction {
  /** Kinds of day that were recorded as run. */
  readonly kinds: RanKind[] = []
  /** Settings that watchers wrote, one entry a write. */
  readonly writes: { readonly atMs: number; readonly values: Readonly<Record<string, unknown>> }[] = []
  /** Takes settings and reports them. */
  takes = true
  /** How often watchers read its attributes out of their memory. */
  unpacked = 0
  /** What the newest watcher tells the observer. */
  off: OffCalendar | null = null
}

interface Watching extends PlayedWatcher {
  readonly days: CalendarDays
  readonly seen: Map<string, SeenJunction>
}

/** A junction as the live connection shows it to one watcher. */
class SeenJunction implements DayJunction {
  readonly isReady = true
  readonly phaseNames = []
  facts: DayJunction['calendarFacts'] = {
    ...{ kinds: undefined, note: undefined, shared: {}, client: {}, connected: false },
  }
  readonly #junction: CalendarJunction

  constructor(junction: CalendarJunction) {
    this.#junction = junction
  }

  get id(): string {
    return this.#junction.id
  }

  get calendarFacts() {
    this.#junction.unpacked += 1
    return this.facts
  }

  setOffCalendar(off: OffCalendar | null): void {
    this.#junction.off = off
  }
}

/** A city of a calendar. */
export class CalendarCity extends PlayedPlatform<CalendarJunction, Watching> {
  calendar: Calendar
  limit: RateLimit | undefined
  /** Calls that the platform answered, and those that were too many. */
  calls = 0
  refused = 0
  /** Reads of the settings of a junction. */
  readonly reads: { readonly atMs: number; readonly id: string }[] = []
  /** Attributes of calendar and watch asset. */
  readonly assets: PlayedJunction['shared'] = {}

  constructor(calendar: Calendar, nowMs: number, ids: readonly string[], shared: object, kinds: object) {
    super(nowMs)
    this.calendar = calendar
    for (const id of ids) {
      const junction = new CalendarJunction(id)
      this.junctions.set(id, junction)
      this.put(junction.shared, shared, nowMs - 86_400_000)
      this.put(junction.client, shared, nowMs - 86_400_000)
      this.put(junction.server, { gw_kinds: { calendar: calendar.key, kinds } }, nowMs - 86_400_000)
    }
  }

  get all(): readonly CalendarJunction[] {
    return [...this.junctions.values()]
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
    this.show(junction)
  }

  protected override build({ queue, ...deps }: Parameters<PlayedPlatform<CalendarJunction, Watching>['build']>[0]) {
    const lease = new ShareLease({ ...deps, key: 'gw_calendar_1of1', pause: deps.rest })
    const days = new CalendarDays({ ...deps, queue: queue(16), notes: queue(4), lease })
    const [fetch, tick] = [() => days.fetchCalendars(), (nowMs: number) => days.tick(nowMs)]
    return { isAlive: true, isReady: false, days, seen: new Map(), fetch, tick }
  }

  /** Stops the watcher that was started first as a service does. */
  async stopWatcher(): Promise<void> {
    await Promise.all([this.watchers[0]?.days.close(1000), this.pass(2000)])
    this.killWatcher()
  }

  protected override answer(name: string, args: PlayedArguments): unknown {
    const { params, query, body } = args
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
      this.put(this.assets, body as object)
      return undefined
    }
    const junction = this.found(entityId)
    const of = scope === 'SHARED_SCOPE' ? 'shared' : 'server'
    if (name === 'attributes') {
      if (of === 'shared') this.reads.push({ atMs: this.clock.nowMs, id: entityId })
      return attributesOf(junction[of])
    }
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
      const kind = parseRanKind(ts, values.gw_kind_ran)
      if (kind) junction.kinds.push(kind)
    }
    return this.records(name, junction, args)
  }

  #write(junction: CalendarJunction, of: 'shared' | 'server', values: object): undefined {
    this.put(junction[of], values)
    this.show(junction)
    if (of === 'shared' && junction.connected) this.#report(junction)
    return undefined
  }

  #report(junction: CalendarJunction): void {
    if (!junction.takes) return
    this.clock.after(REPORTS_MS, () => {
      if (!junction.connected) return
      for (const [key, { value }] of Object.entries(junction.shared)) this.put(junction.client, { [key]: value })
      this.show(junction)
    })
  }

  protected override show(junction: CalendarJunction, only?: Watching): void {
    const [shared, client] = [{ ...junction.shared }, { ...junction.client }]
    const { gw_kinds, gw_kind } = junction.server
    const note = parseKindNote(gw_kind?.value)
    const kinds = gw_kinds && JSON.stringify(gw_kinds.value)
    const facts = { kinds, note, shared, client, connected: junction.connected }
    this.hear(only, ({ seen: all, days }) => {
      const seen = all.get(junction.id) ?? new SeenJunction(junction)
      all.set(junction.id, seen)
      seen.facts = facts
      days.look(seen)
    })
  }
}
