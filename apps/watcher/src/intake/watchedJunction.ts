/**
 * A watched junction: passes the platform's values to the observer, and its results to the acts.
 *
 * Long: everything that comes of one junction, in the order in which it is passed on.
 */
import { KIND_KEY, KINDS_KEY } from '@greenwave/contract/records/recordKeys'
import type { AttributeScope } from '@greenwave/contract/wire/attributes'
import { type HoldFacts, holdInForce } from '@greenwave/contract/records/holds'
import { parsePhaseNames, SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { parseNotified, NOTIFIED_KEY, type Notified } from '@greenwave/contract/records/notifyRecords'
import { slotMs } from '@greenwave/changes/calendar/kindOfDay'
import { type KindSets, parseJunctionKinds } from '@greenwave/contract/records/calendars'
import { type KindNote, parseKindNote } from '@greenwave/contract/records/kindNotes'
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { runOfHold } from '@greenwave/contract/records/routes'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import { parseInteger } from '@greenwave/controller/integer'
import { MODE_KEY } from '@greenwave/controller/keys'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { RunFacts } from '@greenwave/coordination/routes/run'
import type { Change, IncidentOf } from '@greenwave/observer/incident'
import { runningSettings } from '@greenwave/observer/inEffect'
import { heldAsStood, type Junction, newJunction, openIncidents } from '@greenwave/observer/junction'
import { greenAmongReds } from '@greenwave/observer/lit'
import type { Observed, Observer } from '@greenwave/observer/observer'
import type { OffCalendar } from '@greenwave/observer/rule'
import { parseLearnedStyles, parseSetStyles } from '@greenwave/observer/replay/recordedStyles'
import type { Standing } from '@greenwave/observer/standing'
import { type KnownStyles, type LearnedStyles, NOTHING_LEARNED, NOTHING_SET } from '@greenwave/observer/styles'
import { isYetToCome, STALE_AFTER_MS } from '@greenwave/observer/timing'
import { type FrameData, messagesIn, withFrame } from './frameValues.ts'
import { NOTHING, PackedAttributes, type PackedValues, pack, unpack } from './packedAttributes.ts'
import { isFresh, isLost } from '@greenwave/observer/quiet'
import { QuietRun } from '@greenwave/observer/quietRun'
import { secondInText } from './secondInText.ts'
import { isOwnWrite, linkOf, notesOf, writtenStanding } from './serverAttributes.ts'

/** Followed parts of a device. */
export type Part = 'telemetry' | AttributeScope
/** All that is followed of a device. */
export const PARTS = ['telemetry', 'SERVER_SCOPE', 'SHARED_SCOPE', 'CLIENT_SCOPE'] as const satisfies readonly Part[]
const ALL_PARTS: readonly Part[] = PARTS

/**
 * A platform that was killed still calls controllers connected that have yet to come back. Until one sends,
 * neither its silence nor its loss is evaluated for this time: more than controllers pause between two tries. Milliseconds.
 */
export const RETURN_WITHIN_MS = 45_000

/**
 * After a gap it takes some samples until the mode is known. Before that the standing is not written, so that a restart
 * changes no attribute. Milliseconds.
 */
const STANDING_AFTER_MS = 4_000

/** Time passes in such steps for a junction that is lost: an input ends that at once. Milliseconds. */
const LOST_TICK_MS = 10_000

const NO_NAMES: PhaseNames = []

/** Called with each observation. `changes` may be empty: then only the standing may have changed. */
export type OnObserved = (watched: WatchedJunction, changes: readonly Change[]) => void

/** Facts for a run of a green route that follow from attributes, with these attributes. */
interface RouteSetFacts {
  readonly attributes: PackedAttributes
  readonly server: PackedValues
  readonly facts: Pick<RunFacts, 'mode' | 'reported' | 'heldBy' | 'clearance'>
}

/** A watched junction. */
export class WatchedJunction {
  readonly id: string
  customerId: string | null
  /** Standing on the platform; undefined before the first snapshot and where there is none. */
  written: Standing | undefined
  /** Displays and control as learned, as the platform has them. */
  writtenLearned: LearnedStyles = NOTHING_LEARNED
  /** Called with the state before and after each change. */
  recorder: { fold(before: Junction, after: Junction): void } | undefined
  /** Called likewise, for the junctions of corridors. */
  greens: { fold(before: Junction, after: Junction): void } | undefined
  /** Called whenever attributes have arrived, which may include a hold. */
  onAttributes: ((watched: WatchedJunction) => void) | undefined
  readonly #observer: Observer
  readonly #onObserved: OnObserved
  /** Without the seconds of `#quiet`. */
  #junction: Junction
  readonly #quiet = new QuietRun()
  #attributes = new PackedAttributes()
  #server = NOTHING
  /** Undefined for a junction of no route. */
  #routeSet: RouteSetFacts | undefined
  #notified: Notified = {}
  #phaseNames = NO_NAMES
  #kinds: string | undefined
  #kindNote: KindNote | undefined
  #lacks: KindSets[string] | null | undefined
  #offCalendar: OffCalendar | null = null
  #setStyles: KnownStyles = NOTHING_SET
  #telemetry: FrameData = {}
  #awaited = ALL_PARTS
  #tickedMs = 0
  #isNew = true
  /** When the platform could not be heard any more, and since when it can be. Platform's time, epoch milliseconds. */
  #lostMs: number
  #backMs: number
  /** Since when silence of the junction means anything, epoch milliseconds; null while it means nothing. */
  #hearsMs: number | null

  constructor(
    device: { readonly id: string; readonly customerId: string | null },
    observer: Observer,
    onObserved: OnObserved,
    open: readonly IncidentOf[],
    nowMs: number,
  ) {
    this.id = device.id
    this.customerId = device.customerId
    this.#observer = observer
    this.#onObserved = onObserved
    this.#junction = newJunction(nowMs, open)
    this.#lostMs = nowMs
    this.#backMs = nowMs
    this.#hearsMs = nowMs
  }

  get junction(): Junction {
    const junction = this.#quiet.folded(this.#junction)
    if (junction !== this.#junction) {
      this.#junction = junction
      this.#quiet.reset()
    }
    return junction
  }

  /** Parts of the junction that quiet seconds do not change, except when an open conflict was seen last. Cheap. */
  get evaluated(): Pick<Junction, 'isDeaf' | 'known' | 'standing' | 'trackers' | 'force' | 'settling' | 'styles'> {
    return this.#junction
  }

  /** Whether all that is followed has arrived since the connection was made. */
  get isReady(): boolean {
    return this.#awaited.length === 0
  }

  /** Whether the platform says that the controller is not connected. */
  get isDisconnected(): boolean {
    return this.#junction.link.connected === false
  }

  /** The hold that the attributes describe. */
  get holdFacts(): HoldFacts {
    return this.#holdFactsIn(unpack(this.#server))
  }

  #holdFactsIn(server: TimedValues): HoldFacts {
    const hold = server[JUNCTION_KEYS.hold]
    // Settings are packed, and most junctions were never held.
    return { hold, held: server[JUNCTION_KEYS.held], mode: hold && this.#attributes.shared[MODE_KEY] }
  }

  /**
   * Returns the name of the kind of day at a time, empty where none is known, and its settings while the junction does not
   * have them: the same object as long as nothing changes.
   */
  kindOfDay(nowMs: number): { readonly kind: string; readonly lacks: KindSets[string] | null } {
    const note = this.#kindNote
    if (!note || note.state === 'hand' || note.state === 'none' || slotMs(note.slot) > nowMs)
      return { kind: note?.state === 'sent' ? note.name : '', lacks: null }
    if (note.state === 'sent') return { kind: note.name, lacks: null }
    this.#lacks ??= parseJunctionKinds(this.#kinds)?.kinds[note.kind] ?? null
    return { kind: note.name, lacks: this.#lacks }
  }

  /** What the attributes tell of the calendar: the text of `gw_kinds`, `gw_kind`, and the settings. */
  get calendarFacts() {
    const { shared, client } = this.#attributes
    return {
      kinds: this.#kinds,
      note: this.#kindNote,
      shared,
      client,
      connected: this.#junction.link.connected === true,
    }
  }

  /** Facts for runs of green routes, many times a second: quiet seconds leave the lamps as they are. Old lamps are not known. */
  routeFacts(nowMs: number): RunFacts {
    const { street, link, lampsMs } = this.#junction
    const isFresh = this.#quiet.isFresh(nowMs) || (lampsMs !== null && nowMs - lampsMs <= STALE_AFTER_MS)
    return {
      ...this.#setFacts(),
      connected: link.connected === true,
      isDanger: openIncidents(this.#junction).some(({ severity }) => severity === 'CRITICAL'),
      green: street && isFresh ? greenAmongReds(street.seen.lit) : null,
    }
  }

  /** Facts for a run that follow from attributes: read once while these stay. */
  #setFacts(): RouteSetFacts['facts'] {
    const [attributes, server] = [this.#attributes, this.#server]
    if (this.#routeSet?.attributes === attributes && this.#routeSet.server === server) return this.#routeSet.facts
    const { shared, client } = attributes
    const inForce = holdInForce(this.holdFacts)
    const { clearance } = runningSettings(shared, client)
    const facts = {
      mode: parseInteger(shared[MODE_KEY]?.value),
      reported: parseInteger(client[MODE_KEY]?.value),
      heldBy: inForce ? runOfHold(inForce.hold) : null,
      clearance: clearance.yellow + clearance.redClearance,
    }
    this.#routeSet = { attributes, server, facts }
    return facts
  }

  /** Takes over by how much the junction deviates from its calendar; null: not. */
  setOffCalendar(offCalendar: OffCalendar | null, nowMs: number): void {
    if (JSON.stringify(offCalendar) === JSON.stringify(this.#offCalendar)) return
    this.#offCalendar = offCalendar
    if (this.isReady) this.#readNotes(nowMs, true)
  }

  /** Returns whether the junction is muted. */
  isMuted(nowMs: number): boolean {
    const { mute } = this.#junction.notes
    return mute !== null && mute.untilMs > nowMs
  }

  /** Notification log of the junction's incidents on the platform; undefined while unknown. */
  get notified(): Notified | undefined {
    return this.isReady ? this.#notified : undefined
  }

  /** How people call the phases. */
  get phaseNames(): PhaseNames {
    return this.#phaseNames
  }

  /** Learned displays and control that the platform does not have yet; null while they are incomplete, or known there. */
  get learnedToWrite(): LearnedStyles | null {
    const { styles, learning } = this.#junction
    return learning?.presumes === 'settled' && styles.learned !== this.writtenLearned ? styles.learned : null
  }

  /** Takes over the notification log after a write. */
  noteNotified(notified: Notified): void {
    this.#notified = notified
  }

  /** Returns whether the standing is certain enough to be written. */
  maySayStanding(nowMs: number): boolean {
    const hears = this.#hearsMs === null ? this.isDisconnected : nowMs - this.#hearsMs >= STANDING_AFTER_MS
    return this.isReady && hears && nowMs - this.#backMs >= STANDING_AFTER_MS && !this.#mayReturn(nowMs)
  }

  /** Says whether anything can be heard of any junction: otherwise silence of this one is a gap of the watcher. */
  setHearing(hears: boolean, nowMs: number): void {
    if (hears === (this.#hearsMs !== null)) return
    this.#hearsMs = hears ? nowMs : null
    if (this.isReady) this.#fold((junction) => this.#observer.hearing(junction, hears, nowMs))
  }

  /** Says that nothing is heard of the platform: what happens now is missed. */
  lose(nowMs: number): void {
    if (this.isReady) this.#lostMs = nowMs
    this.#awaited = ALL_PARTS
  }

  /** Says that the observer slept, and may have missed samples. */
  gap(nowMs: number): void {
    if (this.isReady) this.#fold((junction) => this.#observer.gap(junction, nowMs))
  }

  /** Takes a frame of a subscription; the first one after a loss is a snapshot. */
  receive(part: Part, data: FrameData, nowMs: number): void {
    if (this.#awaited.length > 0 && this.#awaited.includes(part)) {
      this.#keep(part, data, true)
      this.#awaited = this.#awaited.filter((awaited) => awaited !== part)
      if (this.isReady) this.#begin(nowMs)
      return
    }
    if (part === 'telemetry') {
      if (!this.isReady) return
      for (const message of messagesIn(data, nowMs)) {
        if (this.#quiet.take(this.#junction, message)) continue
        this.#fold((junction) => this.#observer.message(junction, message))
      }
      return
    }
    if (part === 'SERVER_SCOPE' && isOwnWrite(data)) return
    this.#keep(part, data, false)
    if (!this.isReady) return
    if (part === 'SERVER_SCOPE') this.#readServer(nowMs)
    else this.#readSettings(nowMs)
    this.onAttributes?.(this)
  }

  /** Takes the text of a frame of telemetry if it is a quiet second; otherwise returns false. */
  takeText(text: string, at: number, nowMs: number): boolean {
    if (!this.isReady) return false
    const second = secondInText(text, at, nowMs)
    return second !== null && this.#quiet.take(this.#junction, second)
  }

  /** Lets time pass. Call it once a second. */
  tick(nowMs: number): void {
    if (!this.isReady || this.#quiet.isFresh(nowMs) || this.#mayReturn(nowMs)) return
    if (this.#hearsMs === null && !this.isDisconnected) return
    if (isFresh(this.#junction, nowMs)) return
    if (nowMs - this.#tickedMs < LOST_TICK_MS && nowMs >= this.#tickedMs && isLost(this.#junction, nowMs)) return
    this.#tickedMs = nowMs
    this.#fold((junction) => this.#observer.tick(junction, nowMs))
  }

  /** Evaluates from the snapshots on. Missed seconds count as a gap. */
  #begin(nowMs: number): void {
    this.#backMs = nowMs
    if (this.#isNew) this.#resumeHold()
    if (this.#isNew) this.#resumeStyles()
    this.#hearsMs = nowMs
    this.#fold((junction) => this.#observer.hearing(junction, true, nowMs), false)
    this.#fold((junction) => this.#observer.gap(junction, nowMs), false)
    for (const message of messagesIn(this.#telemetry, 'sent')) {
      const receivedMs = Math.min(message.receivedMs, nowMs)
      this.#fold((junction) => this.#observer.message(junction, { ...message, receivedMs }), false)
    }
    this.#telemetry = {}
    this.#readServer(nowMs, false)
    this.#readSettings(nowMs, false)
    if (this.#isNew) this.#resumeStanding(nowMs)
    this.#isNew = false
    this.#onObserved(this, [])
    this.onAttributes?.(this)
  }

  #resumeStyles(): void {
    const known = { set: this.#setStyles, learned: this.writtenLearned }
    this.#junction = this.#observer.styles(this.#junction, known)
    // What was read counts as written, whatever was learned of it.
    if (this.writtenLearned !== NOTHING_LEARNED) this.writtenLearned = this.#junction.styles.learned
  }

  /** A hold without notifications keeps the age that the previous watcher noted, too. */
  #resumeHold(): void {
    this.written = writtenStanding(unpack(this.#server))
    if (this.written) this.#junction = heldAsStood(this.#junction, this.written)
  }

  /** A continuing state keeps the age that the previous watcher noted, unless its clock was ahead. */
  #resumeStanding(nowMs: number): void {
    const { written } = this
    const { standing } = this.#junction
    if (written?.state !== standing.state || written.level !== standing.level) return
    if (isYetToCome(written.sinceMs, nowMs)) return
    this.#junction = { ...this.#junction, standing: { ...standing, sinceMs: written.sinceMs } }
  }

  #readServer(nowMs: number, tells = true): void {
    const { link } = this.#junction
    const nextLink = linkOf(unpack(this.#server))
    if (nextLink.connected !== link.connected || nextLink.sinceMs !== link.sinceMs) {
      this.#fold((junction) => this.#observer.link(junction, nextLink, nowMs), tells)
    }
    this.#readNotes(nowMs, tells)
    this.#readStyles()
  }

  /** Styles that were set count at once, and those that a watcher learned before from the first sample on. */
  #readStyles(): void {
    if (this.#setStyles === this.#junction.styles.set) return
    const known = { set: this.#setStyles, learned: this.writtenLearned }
    this.#fold((junction) => ({ junction: this.#observer.styles(junction, known), changes: [], cycle: null }), false)
  }

  #readNotes(nowMs: number, tells: boolean): void {
    const server = unpack(this.#server)
    const ofUsers = notesOf(server, this.#holdFactsIn(server))
    const notes = this.#offCalendar ? { ...ofUsers, offCalendar: this.#offCalendar } : ofUsers
    if (JSON.stringify(notes) !== JSON.stringify(this.#junction.notes)) {
      this.#fold((junction) => this.#observer.notes(junction, notes, nowMs), tells)
    }
  }

  #readSettings(nowMs: number, tells = true): void {
    // Whether a hold is in force depends on the mode.
    this.#readNotes(nowMs, tells)
    this.#fold((junction) => this.#observer.attributes(junction, this.#attributes, nowMs), tells)
  }

  #keep(part: Part, data: FrameData, isSnapshot: boolean): void {
    if (part === 'telemetry') this.#telemetry = data
    else if (part === 'SERVER_SCOPE') this.#keepServer(data, isSnapshot)
    else {
      const before = part === 'SHARED_SCOPE' ? this.#attributes.shared : this.#attributes.client
      this.#attributes = this.#attributes.with(part, withFrame(isSnapshot ? {} : before, data))
    }
  }

  #keepServer(data: FrameData, isSnapshot: boolean): void {
    // What is noted of a junction is long, and only the names of its phases are needed.
    const { [SITE_KEY]: site, [LEARNED_KEY]: learned, [KINDS_KEY]: kinds, [KIND_KEY]: kindNote, ...others } = data
    if (kinds || isSnapshot) this.#kinds = textOf(kinds?.[0]?.[1])
    if (kindNote || isSnapshot) this.#kindNote = parseKindNote(kindNote?.[0]?.[1])
    if (kinds || kindNote || isSnapshot) this.#lacks = undefined
    if (site || isSnapshot) this.#setStyles = parseSetStyles(site?.[0]?.[1])
    const isFirst = isSnapshot && this.#isNew
    // Once lamps were seen, what is learned here is newer.
    if (isFirst || (learned && this.#junction.street === null)) {
      this.writtenLearned = parseLearnedStyles(learned?.[0]?.[1])
      if (!this.#isNew) this.#resumeStyles()
    }
    if (site || isSnapshot) this.#phaseNames = parsePhaseNames(site?.[0]?.[1])
    const server = withFrame(isSnapshot ? {} : unpack(this.#server), others)
    if (isSnapshot || NOTIFIED_KEY in others) this.#notified = parseNotified(server[NOTIFIED_KEY]?.value)
    this.#server = pack(server)
  }

  #fold(observe: (junction: Junction) => Observed, tells = true): void {
    const before = this.junction
    const { junction, changes } = observe(before)
    this.#junction = junction
    this.#quiet.reset()
    if (junction !== before) this.recorder?.fold(before, junction)
    if (junction !== before) this.greens?.fold(before, junction)
    if (changes.length > 0 || (tells && junction.standing !== before.standing)) this.#onObserved(this, changes)
  }

  /** Whether it may be a controller that has yet to come back to a platform that was restarted. */
  #mayReturn(nowMs: number): boolean {
    const { link, heardMs } = this.#junction
    if (link.connected !== true || nowMs - this.#backMs >= RETURN_WITHIN_MS) return false
    const wasHeard = heardMs !== null && heardMs >= this.#backMs - STALE_AFTER_MS
    return !wasHeard && (link.sinceMs ?? 0) < this.#lostMs
  }
}

/** Returns the text of an attribute; undefined where there is none. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
