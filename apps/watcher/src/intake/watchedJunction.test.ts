import { writeDeviceTime } from '@greenwave/controller/attributes'
import { displayTexts } from '@greenwave/controller/display'
import { localTimeAt, secondsOfDay } from '@greenwave/controller/deviceClock'
import { type EngineState, step } from '@greenwave/controller/engine/engine'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { writeLamps } from '@greenwave/controller/telemetry'
import type { Change } from '@greenwave/observer/incident'
import { learned } from '@greenwave/observer/learnedStyles'
import { greenAmongReds } from '@greenwave/observer/lit'
import { createObserver } from '@greenwave/observer/observer'
import { RULES } from '@greenwave/observer/rules/table'
import { SCENE_SETTINGS } from '@greenwave/observer/testing/scene'
import { describe, expect, test } from 'vitest'
import type { FrameData } from './frameValues.ts'
import { RETURN_WITHIN_MS, WatchedJunction } from './watchedJunction.ts'

/** 08:00:00 in the controllers' zone. */
const EIGHT = Date.UTC(2026, 10, 22, 1, 0, 0)

/** A junction with its controller and platform, in simulated time. */
class Scene {
  readonly changes: string[] = []
  readonly watched: WatchedJunction
  nowMs: number
  /** Seconds that were taken as text. */
  taken = 0
  server: Record<string, unknown> = { active: true, lastConnectTime: EIGHT - 3600_000 }
  #settings: Readonly<Record<string, number>> = SCENE_SETTINGS
  #state: EngineState | null = null
  #telemetry: FrameData = {}

  constructor(resumes: WatchedJunction['junction']['trackers'] = {}, nowMs = EIGHT) {
    this.nowMs = nowMs
    const open = Object.values(resumes).flatMap((tracker) => tracker?.incident ?? [])
    const device = { id: 'a', customerId: null }
    const notified = (_: WatchedJunction, changes: readonly Change[]): void => {
      this.changes.push(...changes.map(({ kind, incident }) => `${kind} ${incident.code}`))
    }
    this.watched = new WatchedJunction(device, createObserver(RULES, learned), notified, open, this.nowMs)
  }

  /** Holds a route from now on, or lets the controller run its program. */
  choose(Mode: number): this {
    this.#settings = { ...SCENE_SETTINGS, Mode }
    return this
  }

  /** Starts another watcher, which reads what this one wrote; with or without its alarms. */
  restart({ alarms }: { readonly alarms: boolean }): Scene {
    const { standing, trackers } = this.watched.junction
    const next = new Scene(alarms ? trackers : {}, this.nowMs)
    const { level, state, sinceMs, mode } = standing
    next.server = { ...this.server, gw_level: level, gw_state: state, gw_since: sinceMs, gw_mode: mode }
    next.#settings = this.#settings
    next.#state = this.#state
    return next.run(2)
  }

  /** Sends all snapshots, as after a connection was made. */
  snapshots(): this {
    const timed = (values: Record<string, unknown>, ts: number): FrameData =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [[ts, String(value)]]]))
    const long = EIGHT - 7200_000
    this.watched.receive('telemetry', this.#telemetry, this.nowMs)
    this.watched.receive('SERVER_SCOPE', timed(this.server, long), this.nowMs)
    this.watched.receive('SHARED_SCOPE', timed(this.#settings, long), this.nowMs)
    this.watched.receive('CLIENT_SCOPE', timed(this.#settings, long), this.nowMs)
    return this
  }

  /** Lets seconds pass, with or without samples, and with or without a platform that passes them on. */
  run(seconds: number, { silent = false, cut = false } = {}): this {
    for (let count = 0; count < seconds; count += 1) {
      const time = localTimeAt(this.nowMs)
      this.#state = step(this.#state, parseSettings(this.#settings), secondsOfDay(time))
      if (!silent) {
        const values = { ...writeLamps(this.#state.lamps), ...writeDeviceTime(time) }
        const ts = this.nowMs
        this.#telemetry = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [[ts, String(value)]]]))
        if (!cut) this.#hear(JSON.stringify(this.#telemetry))
      }
      this.watched.tick(this.nowMs + 500)
      this.nowMs += 1000
    }
    return this
  }

  /** Hands a second on as a live socket does: as text, and parsed where it is not taken so. */
  #hear(text: string): void {
    if (this.watched.takeText(text, 0, this.nowMs)) this.taken += 1
    else this.watched.receive('telemetry', JSON.parse(text), this.nowMs)
  }

  lose(): this {
    this.watched.lose(this.nowMs)
    return this
  }
}

describe('the displays of a junction that is watched', () => {
  test('count from the first sample as a watcher learned them before, and as an engineer set them', () => {
    const scene = new Scene()
    const full = { red: 'full', yellow: 'full', green: 'full' }
    scene.server = { ...scene.server, gw_learned: JSON.stringify({ display: { 1: full, 2: full, 3: full } }) }
    scene.snapshots().run(3)
    expect(scene.watched.junction.styles.isFull).toBe(true)
    expect(scene.watched.learnedToWrite).toBeNull()
    const site = JSON.stringify({ display: { 1: { red: 'last-8' } } })
    scene.watched.receive('SERVER_SCOPE', { gw_site: [[scene.nowMs, site]] }, scene.nowMs)
    expect(scene.watched.junction.styles.display[0].red).toMatchObject({ kind: 'last', seconds: 8 })
    expect(scene.watched.junction.styles.display[1].red).toMatchObject({ kind: 'full' })
  })

  test('that another watcher or a copy brings before its first lamps count alike', () => {
    const scene = new Scene().snapshots()
    const full = { red: 'full', yellow: 'full', green: 'full' }
    const learned = JSON.stringify({ display: { 1: full, 2: full, 3: full } })
    scene.watched.receive('SERVER_SCOPE', { gw_learned: [[scene.nowMs, learned]] }, scene.nowMs)
    scene.run(3)
    expect(scene.watched.junction.styles.isFull).toBe(true)
    expect(scene.watched.learnedToWrite).toBeNull()
  })

  test('are written when all of them are learned, and only then', () => {
    const scene = new Scene().snapshots().run(300)
    expect(scene.watched.learnedToWrite).toBeNull()
    scene.run(700)
    const learned = scene.watched.learnedToWrite
    expect(learned && displayTexts(learned.display)[2]).toEqual({ red: 'full', yellow: 'full', green: 'full' })
    scene.watched.writtenLearned = learned ?? scene.watched.writtenLearned
    scene.run(300)
    expect(scene.watched.learnedToWrite).toBeNull()
  })
})

describe('a junction that is watched', () => {
  test('is evaluated when all its snapshots are there, and says nothing of its standing before it saw some seconds', () => {
    const scene = new Scene().run(10)
    expect(scene.watched.isReady).toBe(false)
    scene.snapshots()
    expect([scene.watched.isReady, scene.watched.maySayStanding(scene.nowMs)]).toEqual([true, false])
    scene.run(10)
    expect(scene.watched.maySayStanding(scene.nowMs)).toBe(true)
    expect(scene.taken).toBeGreaterThan(0)
    expect(scene.watched.junction.standing).toMatchObject({ level: 0, state: 'ok', mode: 4 })
    expect(scene.changes).toEqual([])
  })

  test('a state that goes on is as old as the watcher before said', () => {
    const scene = new Scene()
    const since = EIGHT - 500_000
    scene.server = { ...scene.server, gw_level: 0, gw_state: 'ok', gw_since: since, gw_mode: 4 }
    scene.run(5).snapshots().run(20)
    expect(scene.watched.junction.standing).toEqual({ level: 0, state: 'ok', sinceMs: since, mode: 4 })
    expect(scene.watched.written).toEqual(scene.watched.junction.standing)
  })

  test('an outage of any length is no silence and no loss, but a gap', () => {
    const scene = new Scene().run(1).snapshots().run(60)
    scene.lose().run(300, { cut: true })
    scene.snapshots().run(60)
    expect(scene.changes).toEqual([])
  })

  test('nothing is said of its silence while nothing can be heard of any junction, nor for what came before', () => {
    const scene = new Scene().run(1).snapshots().run(60)
    scene.watched.setHearing(false, scene.nowMs)
    scene.run(300, { silent: true })
    // Settings that arrive meanwhile are no reason to judge it.
    scene.watched.receive('SHARED_SCOPE', { Vang: [[scene.nowMs, '3']] }, scene.nowMs)
    expect([scene.changes, scene.watched.maySayStanding(scene.nowMs)]).toEqual([[], false])
    scene.watched.setHearing(true, scene.nowMs)
    expect(scene.run(9, { silent: true }).changes).toEqual([])
    expect(scene.run(3, { silent: true }).changes).toEqual(['raised silent'])
    expect(scene.run(60).changes).toEqual(['raised silent', 'cleared silent'])
  })

  test('a disconnection that the platform reports counts, whatever can be heard', () => {
    const scene = new Scene().run(1).snapshots().run(60)
    scene.watched.setHearing(false, scene.nowMs)
    scene.run(5, { silent: true })
    scene.watched.receive('SERVER_SCOPE', { lastDisconnectTime: [[scene.nowMs, String(scene.nowMs)]] }, scene.nowMs)
    expect(scene.run(28, { silent: true }).changes).toEqual([])
    scene.watched.setHearing(true, scene.nowMs)
    expect(scene.run(5, { silent: true }).changes).toEqual(['raised offline'])
  })

  test('a platform that was killed calls controllers connected that have yet to come back', () => {
    const scene = new Scene().run(1).snapshots().run(60)
    scene.lose().run(20, { silent: true })
    scene.snapshots().run(RETURN_WITHIN_MS / 1000 - 2, { silent: true })
    expect(scene.changes).toEqual([])
    expect(scene.watched.maySayStanding(scene.nowMs)).toBe(false)
    scene.run(10, { silent: true })
    expect(scene.changes).toEqual(['raised offline'])
  })

  test('silence after an outage is evaluated at once of a controller that was heard since', () => {
    const scene = new Scene().run(1).snapshots().run(60)
    scene.lose().run(20, { cut: true })
    scene.snapshots().run(5).run(14, { silent: true })
    expect(scene.changes).toEqual(['raised silent'])
  })

  test('an incident of before goes on, and ends when its condition does', () => {
    const silent = new Scene().run(1).snapshots().run(30).run(20, { silent: true }).watched.junction.trackers
    expect(Object.keys(silent)).toEqual(['silent'])
    const scene = new Scene(silent).run(5).snapshots()
    expect(scene.watched.junction.trackers.silent?.incident).not.toBeNull()
    expect(scene.run(20).changes).toEqual(['cleared silent'])
  })

  test('a hold whose alarm is active goes on after a restart, and ends when the hold does', () => {
    const before = new Scene().choose(1).run(1).snapshots().run(1000)
    expect(before.changes).toEqual(['raised hold'])
    const { standing } = before.watched.junction
    const scene = before.restart({ alarms: true }).snapshots().run(60)
    expect([scene.changes, scene.watched.junction.standing]).toEqual([[], standing])
    expect(scene.choose(4).snapshots().run(120).changes).toEqual(['cleared hold'])
  })

  test('a hold of which no alarm tells yet is as old after a restart as before', () => {
    const before = new Scene().choose(1).run(1).snapshots().run(600)
    expect([before.changes, before.watched.junction.standing]).toMatchObject([[], { state: 'hold', mode: 1 }])
    const scene = before.restart({ alarms: false }).snapshots().run(200)
    expect([scene.changes, scene.watched.junction.standing]).toEqual([[], before.watched.junction.standing])
    expect(scene.run(200).changes).toEqual(['raised hold'])
  })

  test('a hold that ended while nobody watched is no hold after a restart', () => {
    const before = new Scene().choose(1).run(1).snapshots().run(1000)
    const scene = before.restart({ alarms: true }).choose(4).run(30).snapshots().run(60)
    expect(scene.changes).toEqual(['cleared hold'])
    expect(scene.watched.junction.standing).toMatchObject({ state: 'ok', mode: 4 })
  })

  test.each([
    ['is as old as the watcher before said', -3_600_000, true],
    ['is not, if that is yet to come since the clock was ahead', 3_600_000, false],
  ])('a state that goes on %s', (_, aheadMs, isKept) => {
    const before = new Scene().run(1).snapshots().run(60)
    const scene = before.restart({ alarms: true })
    const sinceMs = scene.nowMs + aheadMs
    scene.server = { ...scene.server, gw_since: sinceMs }
    const { standing } = scene.snapshots().run(30).watched.junction
    expect(standing.state).toBe('ok')
    expect([standing.sinceMs === sinceMs, standing.sinceMs <= scene.nowMs]).toEqual([isKept, true])
  })

  test('a mute ends by itself', () => {
    const scene = new Scene()
    const mute = JSON.stringify({ at: EIGHT - 1000, until: EIGHT + 30_000, by: 'a@b.vn', why: 'roadworks' })
    scene.server = { ...scene.server, gw_mute: mute }
    scene.run(1).snapshots().run(10)
    expect(scene.watched.junction.standing).toMatchObject({ level: 1, state: 'muted', sinceMs: EIGHT - 1000 })
    expect(scene.run(30).watched.junction.standing).toMatchObject({ level: 0, state: 'ok' })
  })

  test('its phases are called as people noted last', () => {
    const scene = new Scene()
    scene.server = { ...scene.server, gw_site: '{"phases":{"2":{"name":"Lê Lợi"}}}' }
    const names = () => scene.snapshots().watched.phaseNames
    expect(names()).toEqual([undefined, 'Lê Lợi', undefined])
    scene.watched.receive('SERVER_SCOPE', { gw_mute: [[EIGHT, '{}']] }, scene.nowMs)
    expect(scene.watched.phaseNames).toHaveLength(3)
    scene.watched.receive('SERVER_SCOPE', { gw_site: [[0, '']] }, scene.nowMs)
    expect(scene.watched.phaseNames).toEqual([])
    expect(names()).toHaveLength(3)
  })

  test('a green route knows lamps, mode, hold and clearance at each second, also of quiet ones', () => {
    const scene = new Scene().choose(1).run(1).snapshots()
    const seen = Array.from({ length: 200 }, () => {
      scene.run(1)
      return scene.watched.routeFacts(scene.nowMs).green
    })
    expect(new Set(seen.slice(100))).toEqual(new Set([1]))
    const free = new Scene().run(1).snapshots()
    for (let second = 0; second < 200; second += 1) {
      free.run(1)
      const { green } = free.watched.routeFacts(free.nowMs)
      const { street } = free.watched.junction
      expect(green).toBe(street && greenAmongReds(street.seen.lit))
    }
    // Nobody folds its quiet seconds meanwhile.
    const greens = Array.from({ length: 1_000 }, () => free.run(1).watched.routeFacts(free.nowMs).green)
    expect(greens).not.toContain(null)
    expect(free.watched.routeFacts(free.nowMs + 60_000).green).toBeNull()
    const { yellow, redClearance } = parseSettings(SCENE_SETTINGS).clearance
    const known = { mode: 4, reported: 4, heldBy: null, clearance: yellow + redClearance, connected: true }
    expect(free.watched.routeFacts(free.nowMs)).toMatchObject(known)
    const hold = JSON.stringify({ mode: 2, until: free.nowMs + 60_000, run: 'run' })
    free.watched.receive('SERVER_SCOPE', { gw_hold: [[free.nowMs, hold]] }, free.nowMs)
    free.watched.receive('SHARED_SCOPE', { Mode: [[free.nowMs + 1, '2']], Vang: [[free.nowMs, '4']] }, free.nowMs)
    const held = { mode: 2, reported: 4, heldBy: 'run' }
    expect(free.watched.routeFacts(free.nowMs)).toMatchObject(held)
    free.watched.receive('CLIENT_SCOPE', { Mode: [[free.nowMs, '2']] }, free.nowMs)
    expect(free.watched.routeFacts(free.nowMs)).toMatchObject({ ...held, reported: 2 })
    free.watched.receive('SERVER_SCOPE', { gw_hold: [[0, '']] }, free.nowMs)
    expect(free.watched.routeFacts(free.nowMs).heldBy).toBeNull()
  })

  test('what the watcher wrote itself is not read again', () => {
    const scene = new Scene().run(1).snapshots().run(20)
    const before = scene.watched.junction
    scene.watched.receive('SERVER_SCOPE', { gw_level: [[EIGHT, '5']], gw_state: [[EIGHT, 'conflict']] }, scene.nowMs)
    expect(scene.watched.junction).toBe(before)
  })
})
