/**
 * Incidents and standing of a junction on the platform, and the writes that bring them in line with the observation.
 *
 * Long: what is written of one junction, in one turn, and when each of it is due.
 */ import { SmallMap } from './smallMap.ts'

import type { CallApi } from '@greenwave/client/callTypes'
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { entityRef, ofDevice } from '@greenwave/contract/wire/ids'
import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import {
  type Incident,
  type IncidentCode,
  type IncidentFacts,
  type IncidentOf,
  phasesOf,
} from '@greenwave/observer/incident'
import { learnedRecord } from '@greenwave/observer/replay/recordedStyles'
import { alarmDetails, alarmType } from '@greenwave/observer/rules/alarm'
import type { Standing } from '@greenwave/observer/standing'
import type { LearnedStyles } from '@greenwave/observer/styles'
import type { WatchedJunction } from '../intake/watchedJunction.ts'
import { isRefusal, unlessRefused } from './writeQueue.ts'

type Facts = IncidentFacts[IncidentCode]

/** A clock may go this far from what its alarm says, seconds or share of what it says, before the alarm is renewed. */
const CLOCK_SECONDS = 5
const CLOCK_SHARE = 0.2

/**
 * Phases of an incident that leave and come back are written after pauses that double from the first to the longest: a
 * conflict of phases that take turns must not cause two writes each cycle. Milliseconds.
 */
const FIRST_RENEWAL_MS = 60_000
const LONGEST_RENEWAL_MS = 3_600_000

/** Facts that are written again whenever they differ. */
const EXACT = ['settings', 'what', 'program', 'plan', 'scheduled'] as const

/**
 * Returns whether the message of an incident, written from earlier facts, is still accurate enough. A drifting clock must
 * not cause a write each second; lengths that grow with the age of the incident are no reason at all.
 */
export function saysStill(written: Facts, now: Facts): boolean {
  if ('aheadSeconds' in written && 'aheadSeconds' in now) {
    const gone = Math.abs(written.aheadSeconds - now.aheadSeconds)
    return gone < Math.max(CLOCK_SECONDS, CLOCK_SHARE * Math.abs(written.aheadSeconds))
  }
  return EXACT.every((name) => Reflect.get(written, name) === Reflect.get(now, name))
}

/** An alarm as the platform has it, as far as is known. */
interface Posted {
  /** Null until an answer names the alarm. */
  readonly id: string | null
  readonly sinceMs: number
  readonly severity: string
  readonly phases: string
  /** All phases that the alarm has named here. */
  readonly named: readonly PhaseNumber[]
  /** When its phases were written last, and how often they were written again with none that is new; epoch milliseconds. */
  readonly phasesMs: number
  readonly renewals: number
  /** Message of the alarm; undefined for alarms that Greenwave did not raise. */
  readonly written: IncidentOf['facts'] | undefined
  /** Whether the platform refuses it. */
  readonly isRefused: boolean
}

/** Dependencies of a `DeviceWrites`. */
export interface DeviceWritesDeps {
  readonly call: CallApi<WatcherCall>
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  /** Called when the platform permanently rejects a write. */
  readonly onRefused: (what: string, error: Error) => void
  /** Called after the platform confirmed that an alarm was raised or cleared. */
  readonly onEvent: (deviceId: string, event: JunctionEvent) => void
}

/** Returns whether two standings are the same in all that is written. */
function isSameStanding(a: Standing | undefined, b: Standing): boolean {
  return a?.level === b.level && a.state === b.state && a.sinceMs === b.sinceMs && a.mode === b.mode
}

/** The writes of one junction. */
export class DeviceWrites {
  readonly watched: WatchedJunction
  readonly #deps: DeviceWritesDeps
  readonly #posted = new SmallMap<IncidentCode, Posted>()
  /** The junction as it was when everything of it was written: while it is the same, nothing is due. */
  #even: WatchedJunction['evaluated'] | undefined

  /** @param active the active alarms with which the junction was resumed */
  constructor(
    watched: WatchedJunction,
    deps: DeviceWritesDeps,
    active: readonly { id: string; incident: IncidentOf }[],
  ) {
    this.watched = watched
    this.#deps = deps
    for (const { id, incident } of active) this.#posted.set(incident.code, this.#postedOf(incident, id))
  }

  /** Returns whether something is not as it was observed. Cheap enough to ask with each sample. */
  get isDue(): boolean {
    const { evaluated, learnedToWrite, written } = this.watched
    if (evaluated === this.#even) return false
    const isDue = this.#isStandingDue() || learnedToWrite !== null || this.#dueCodes().length > 0
    const isEven = !isDue && isSameStanding(written, evaluated.standing) && !this.#willBeDue()
    this.#even = isEven ? evaluated : undefined
    return isDue
  }

  /** Returns whether time alone makes the phases of an alarm due. */
  #willBeDue(): boolean {
    for (const [code, { phases }] of this.#posted.entries) {
      const incident = this.#incident(code)
      if (incident && phases !== phasesOf(incident.facts).join()) return true
    }
    return false
  }

  /** Writes what is due. Rejects with the error of a call that may succeed later. */
  async write(): Promise<void> {
    for (const code of this.#dueCodes()) await this.#writeAlarm(code)
    if (this.#isStandingDue()) await this.#writeStanding()
    if (this.watched.learnedToWrite) await this.#writeLearned(this.watched.learnedToWrite)
  }

  /** Returns the codes of the alarms that should be active, without those that the platform refuses. */
  get expected(): ReadonlySet<IncidentCode> {
    return new Set(this.#posted.entries.filter(([, { isRefused }]) => !isRefused).map(([code]) => code))
  }

  /** Takes over that an alarm is not active any more, although its condition holds: it is raised anew. */
  forget(code: IncidentCode): void {
    this.#posted.delete(code)
    this.#even = undefined
  }

  /** Takes over an active alarm that is unknown here: cleared unless its condition holds. */
  adopt(code: IncidentCode, { id, startTs, severity }: AlarmInfo): void {
    this.#posted.set(code, {
      ...{ id: id.id, sinceMs: startTs, severity, phases: '', written: undefined, isRefused: false },
      ...{ named: [], phasesMs: 0, renewals: 0 },
    })
    this.#even = undefined
  }

  #incident(code: IncidentCode): Incident | undefined {
    return this.watched.evaluated.trackers[code]?.incident ?? undefined
  }

  #dueCodes(): readonly IncidentCode[] {
    const { trackers } = this.watched.evaluated
    let due = NONE
    for (const name in trackers) {
      const code = name as IncidentCode
      const [incident, posted] = [this.#incident(code), this.#posted.get(code)]
      if (incident && !(posted && isSame(posted, incident, this.#deps.now()))) due = due.concat(code)
    }
    for (const [code] of this.#posted.entries) if (!this.#incident(code)) due = due.concat(code)
    return due
  }

  async #writeAlarm(code: IncidentCode): Promise<void> {
    const incident = this.#incident(code)
    await this.#unlessRefused(
      `the alarm ${alarmType(code)}`,
      async () => {
        const posted = this.#posted.get(code)
        if (posted && (!incident || posted.sinceMs !== incident.sinceMs)) {
          await this.#clear(code, posted)
          this.#posted.delete(code)
        }
        if (incident) await this.#raise(incident, this.#posted.get(code))
      },
      () => {
        if (incident) this.#posted.set(code, { ...this.#postedOf(incident, null), isRefused: true })
        else this.#posted.delete(code)
      },
    )
  }

  async #raise(before: Incident, posted: Posted | undefined): Promise<void> {
    const { code } = before
    const active = posted && (await this.#active(code))
    // The answer may have taken long: what ended meanwhile is not written.
    const incident = this.#incident(code)
    if (incident?.sinceMs !== before.sinceMs) return
    const { severity, sinceMs } = incident
    const id = posted?.id ?? active?.[0]?.id.id ?? null
    const known = active?.find((alarm) => alarm.id.id === id)
    if (id !== null && !known) {
      // Cleared meanwhile, such as by another watcher that is slightly ahead; a refresh would raise the alarm
      // again. If its condition goes on to hold, the comparison with the platform's alarms says so.
      this.#posted.set(code, this.#postedOf(incident, id, posted))
      return
    }
    // Without an answer it is unknown whether the alarm exists.
    this.#posted.set(code, { ...this.#postedOf(incident, id, posted), phases: UNSURE })
    const alarm = await this.#deps.call('saveAlarm', {
      body: {
        originator: entityRef('DEVICE', this.watched.id),
        type: alarmType(code),
        severity,
        startTs: sinceMs,
        details: alarmDetails(incident, this.watched.phaseNames),
        // So that the alarms of a customer's junctions can be queried.
        propagateToOwner: true,
        // A refresh that names no assignee fails on ThingsBoard.
        ...(known?.assigneeId && { assigneeId: known.assigneeId }),
      },
    })
    this.#posted.set(code, this.#postedOf(incident, alarm.id.id, posted))
    const isNew = posted === undefined || posted.phases === UNSURE
    if (isNew) this.#deps.onEvent(this.watched.id, eventOf(code, 'raised', alarm, alarm.startTs))
  }

  async #clear(code: IncidentCode, { id }: Posted): Promise<void> {
    const ids = id === null ? (await this.#active(code)).map((alarm) => alarm.id.id) : [id]
    for (const alarmId of ids) {
      try {
        const alarm = await this.#deps.call('clearAlarm', { params: { alarmId } })
        this.#deps.onEvent(this.watched.id, eventOf(code, 'cleared', alarm, alarm.clearTs || this.#deps.now()))
      } catch (error) {
        // It was cleared already, or deleted.
        if (!isRefusal(error) || error.status === 403) throw error
      }
    }
  }

  async #active(code: IncidentCode): Promise<readonly AlarmInfo[]> {
    const { data } = await this.#deps.call('entityAlarmsV2', {
      params: ofDevice(this.watched.id),
      query: { pageSize: 10, page: 0, statusList: 'ACTIVE', typeList: alarmType(code) },
    })
    return data
  }

  /** @param before the alarm of this incident before this write, if there was one */
  #postedOf({ sinceMs, severity, facts }: IncidentOf, id: string | null, before?: Posted): Posted {
    const [now, phases] = [phasesOf(facts), phasesOf(facts).join()]
    const named = before?.named ?? NO_PHASES
    const isSameText = before !== undefined && before.phases === phases
    const isAgain = before !== undefined && !isSameText && now.every((phase) => named.includes(phase))
    return {
      ...{ id, sinceMs, severity, phases, written: facts, isRefused: false },
      named: [...new Set([...named, ...now])],
      phasesMs: isSameText ? before.phasesMs : this.#deps.now(),
      renewals: (before?.renewals ?? 0) + (isAgain ? 1 : 0),
    }
  }

  #isStandingDue(): boolean {
    const { watched } = this
    return !isSameStanding(watched.written, watched.evaluated.standing) && watched.maySayStanding(this.#deps.now())
  }

  async #writeStanding(): Promise<void> {
    const { watched } = this
    const { standing } = watched.evaluated
    await this.#unlessRefused(
      'the state of a junction',
      () =>
        this.#deps.call('saveAttributes', {
          params: { ...ofDevice(watched.id), scope: 'SERVER_SCOPE' },
          body: {
            [JUNCTION_KEYS.level]: standing.level,
            [JUNCTION_KEYS.state]: standing.state,
            [JUNCTION_KEYS.since]: standing.sinceMs,
            [JUNCTION_KEYS.mode]: standing.mode,
          },
        }),
      () => {},
    )
    watched.written = standing
  }

  async #writeLearned(learned: LearnedStyles): Promise<void> {
    const { watched } = this
    await this.#unlessRefused(
      'the learned displays of a junction',
      () =>
        this.#deps.call('saveAttributes', {
          params: { ...ofDevice(watched.id), scope: 'SERVER_SCOPE' },
          body: { [LEARNED_KEY]: learnedRecord(learned) },
        }),
      () => {},
    )
    watched.writtenLearned = learned
  }

  /** @param onRefused called before the rejection is reported */
  async #unlessRefused(what: string, write: () => Promise<void>, onRefused: () => void): Promise<void> {
    await unlessRefused(write, (error) => {
      onRefused()
      // A device that was just deleted is no trouble.
      if (error.status !== 404) this.#deps.onRefused(what, error)
    })
  }
}

const NONE: readonly IncidentCode[] = []
const NO_PHASES: readonly PhaseNumber[] = []
/** The phases of an alarm of which no answer came: those of no incident. */
const UNSURE = '?'

/** Returns the events of an alarm that is or was active, as they were recorded when it was raised and cleared. */
export function eventsOfAlarm(code: IncidentCode, alarm: AlarmInfo): readonly JunctionEvent[] {
  const raised = eventOf(code, 'raised', alarm, alarm.startTs)
  return alarm.cleared ? [raised, eventOf(code, 'cleared', alarm, alarm.clearTs)] : [raised]
}

/** Returns the event of an alarm; its times are the platform's, the same for every watcher. */
function eventOf(
  code: IncidentCode,
  edge: 'raised' | 'cleared',
  { startTs, severity }: AlarmInfo,
  at: number,
): JunctionEvent {
  return { kind: 'incident', at, edge, code, severity, since: startTs }
}

function isSame(posted: Posted, incident: Incident, nowMs: number): boolean {
  const { sinceMs, severity, facts } = incident
  if (posted.sinceMs !== sinceMs) return false
  if (posted.isRefused) return true
  if (posted.severity !== severity || !namesStill(posted, phasesOf(facts), nowMs)) return false
  return !posted.written || saysStill(posted.written, facts)
}

/** Returns whether the phases of an alarm need not be written: the same ones, or known ones that were written lately. */
function namesStill(
  { phases, named, phasesMs, renewals }: Posted,
  now: readonly PhaseNumber[],
  nowMs: number,
): boolean {
  if (phases === now.join()) return true
  if (phases === UNSURE || !now.every((phase) => named.includes(phase))) return false
  return nowMs - phasesMs < Math.min(LONGEST_RENEWAL_MS, FIRST_RENEWAL_MS * 2 ** renewals)
}
