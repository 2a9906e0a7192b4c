import { parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { EVENT_KEY, parseEvent } from '@greenwave/contract/records/eventRecords'
import { parseHeld } from '@greenwave/contract/records/holds'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { ADMIN_EMAIL } from '@greenwave/harness/platformProcess'
import { rounds } from '@greenwave/harness/rounds'
import { until } from '@greenwave/harness/until'
import type { IncidentCode } from '@greenwave/observer/incident'
import { alarmType } from '@greenwave/observer/rules/alarm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyKill, type Kills, STAYING, sameRounds, startKills } from '../testing/kills.ts'
import { WatchedCity } from '../testing/watchedCity.ts'

let city: WatchedCity
let kills: Kills
beforeAll(async () => {
  city = await WatchedCity.build(STAYING.length)
  kills = await startKills(city)
})
afterAll(() => city?.end())

/**
 * Faults with the only alarm that each raises, within seconds, also right after a restart. A stuck red is none of them: it
 * may cut a green short.
 */
const FAULTS = [
  ['dark-phase:2', 'Dark'],
  ['two-greens:1,2', 'Conflicting green'],
  ['frozen', 'Frozen countdowns'],
  ['dark-junction', 'Dark'],
  ['silent', 'No lamps'],
] as const

/** A kill after the fault began or ended. */
const round = fc.record({
  name: anyKill.name,
  fault: fc.constantFrom(...FAULTS),
  killed: anyKill.killed,
  while: fc.constantFrom('raised' as const, 'cleared' as const),
  moment: anyKill.moment,
})

/** Returns the episodes of a type that overlap: there is none of these, ever. */
function overlapping(alarms: readonly AlarmInfo[]): readonly string[] {
  const sorted = alarms.toSorted((a, b) => a.startTs - b.startTs)
  return sorted.flatMap((alarm, nth) => {
    const next = sorted[nth + 1]
    return next && next.startTs < alarm.clearTs ? [`${alarm.type} at ${alarm.startTs} overlaps the next one`] : []
  })
}

/** Returns the beginnings and ends of a junction's alarms. */
async function edgesOf(name: string): Promise<readonly string[]> {
  const { all } = await city.shown(name)
  const edges = all.flatMap(({ type, startTs, cleared, clearTs }) => [
    `${startTs} ${type} raised`,
    ...(cleared ? [`${clearTs} ${type} cleared`] : []),
  ])
  return edges.toSorted()
}

/** Returns the recorded beginnings and ends of a junction's incidents. */
async function eventsOf(name: string): Promise<readonly string[]> {
  const query = { keys: EVENT_KEY, startTs: '0', endTs: String(Date.now() + 60_000), limit: '1000' }
  const { gw_event = [] } = await city.api.call('timeseries', { params: ofDevice(city.id(name)), query })
  const events = gw_event.flatMap(({ value }) => {
    const event = parseEvent(value)
    return event?.kind === 'incident' ? [`${event.at} ${alarmType(event.code as IncidentCode)} ${event.edge}`] : []
  })
  return events.toSorted()
}

const ROUNDS = sameRounds(round, rounds({ few: 3, all: 30 }))
test(
  'killed at any moment, watcher, platform or both, no incident is lost, doubled or stuck',
  async () => {
    for (const { name, fault, killed, while: phase, moment } of ROUNDS) {
      const [how, type] = fault
      const ofType = async () => (await city.shown(name)).all.filter((alarm) => alarm.type === type)
      const before = (await ofType()).length
      city.cause(name, how)
      if (phase === 'raised') {
        await kills.letPass(moment, name)
        await kills.kill(killed)
      }
      await expect.poll(() => city.activeTypes(name)).toEqual([type])
      const [raised] = (await city.shown(name)).active
      city.cause(name)
      if (phase === 'cleared') {
        await kills.letPass(moment, name)
        await kills.kill(killed)
      }
      await expect.poll(() => city.activeTypes(name)).toEqual([])
      await expect.poll(async () => (await city.shown(name)).attributes.gw_state).toBe('ok')
      const episodes = await ofType()
      expect(episodes.map(({ id }) => id.id)).toContain(raised?.id.id)
      expect([episodes.length - before, overlapping(episodes)]).toEqual([1, []])
    }
    const all = await Promise.all([...city.ids.keys()].map((name) => city.shown(name)))
    for (const name of city.ids.keys()) await expect.poll(() => eventsOf(name)).toEqual(await edgesOf(name))
    const expected = new Set<string>(FAULTS.map(([, type]) => type))
    expect(all.flatMap((shown) => shown.all.map(({ type }) => type)).filter((type) => !expected.has(type))).toEqual([])
  },
  600_000 * ROUNDS.length,
)

/** How long the holds of these tests last, and how late they may end; `npm test` runs beside everything else. Milliseconds. */
const HOLD_MS = 6_000
const LATEST_MS = rounds({ few: 20_000, all: 2_000 })

/** Holds route 1 of a junction, as the console does. Returns when that is to end, epoch milliseconds. */
async function hold(name: string): Promise<number> {
  const untilMs = Date.now() + HOLD_MS
  const gw_hold = { mode: 1, until: untilMs, back: 4, by: 'mai@signal.vn', why: 'Procession' }
  await city.api.writeAttributes(city.id(name), 'SERVER_SCOPE', { gw_hold })
  await city.api.writeAttributes(city.id(name), 'SHARED_SCOPE', { Mode: 1 })
  return untilMs
}

const modeOf = async (name: string) => (await city.api.attributes(city.id(name), 'SHARED_SCOPE')).Mode
const noteOf = async (name: string) => parseHeld((await city.shown(name)).attributes.gw_held)?.mode

/** Returns the last change of a junction that is on record. */
async function lastChange(name: string) {
  const latest = await city.api.call('timeseries', { params: ofDevice(city.id(name)), query: { keys: CHANGE_KEY } })
  const [sample] = latest[CHANGE_KEY] ?? []
  return sample && parseChangeRecord(sample.ts, sample.value)
}

/** Returns what the audit log has of the last writes to a junction: which, whose, and what was written. */
async function auditedOf(name: string): Promise<readonly string[]> {
  const query = { pageSize: 10, page: 0, sortProperty: 'createdTime', sortOrder: 'DESC' }
  const { data } = await city.api.call('entityAuditLogs', { params: ofDevice(city.id(name)), query })
  return data.map(({ actionType, userName, actionData }) => `${actionType} ${userName} ${JSON.stringify(actionData)}`)
}

const HOLD_ROUNDS = sameRounds(
  fc.record({ ...anyKill, moment: fc.integer({ min: 0, max: 5 }) }),
  rounds({ few: 1, all: 20 }),
)
test(
  'killed at any moment, a hold ends at its time and not before, by whom it was set, and never over a mode that was chosen since',
  async () => {
    for (const { name, killed, moment } of HOLD_ROUNDS) {
      const other = STAYING.find((one) => one !== name) ?? ''
      await hold(other)
      const heldMs = await city.api.attributeTime(city.id(other), 'SERVER_SCOPE', 'gw_hold')
      await until('the watcher to know of the hold', async () => ((await noteOf(other)) ?? 0) >= heldMs)
      const untilMs = await hold(name)
      // Somebody chooses the mode that is held, without an end.
      for (const Mode of [2, 1]) await city.api.writeAttributes(city.id(other), 'SHARED_SCOPE', { Mode })
      await kills.letPass(moment, name)
      await kills.kill(killed)
      await until('the watcher to watch', () => kills.watcher.said().includes('watching'))
      const readyMs = Math.max(untilMs, Date.now())
      await until('the end of the hold', async () => (await modeOf(name)) === 4)
      const endedMs = await city.api.attributeTime(city.id(name), 'SHARED_SCOPE', 'Mode')
      expect(endedMs).toBeGreaterThanOrEqual(untilMs)
      expect(endedMs).toBeLessThanOrEqual(readyMs + LATEST_MS)
      await expect
        .poll(() => lastChange(name))
        .toMatchObject({
          ...{ by: { name: 'mai@signal.vn' }, from: 'watcher', state: 'written', after: { Mode: 4 } },
        })
      // The platform's own witness: who wrote it, and whom the record names.
      expect(await auditedOf(name)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(`^ATTRIBUTES_UPDATED ${ADMIN_EMAIL} .*"Mode":"4"`),
          expect.stringMatching(`^TIMESERIES_UPDATED ${ADMIN_EMAIL} .*mai@signal.vn.*watcher`),
        ]),
      )
      expect([await modeOf(other), await noteOf(other)]).toEqual([1, 0])
      await city.api.writeAttributes(city.id(other), 'SHARED_SCOPE', { Mode: 4 })
    }
  },
  600_000 * HOLD_ROUNDS.length,
)

test('a watcher that starts before the platform begins when that answers', async () => {
  expect(await kills.watcher.end('SIGTERM')).toBe(0)
  await city.platform.end()
  const early = city.watch()
  await until('the watcher to say so', () => early.said().includes('cannot be reached yet'))
  await city.platform.restart()
  await until('the watcher to begin', () => early.said().includes(`watching ${city.ids.size} devices`))
  expect(await early.end('SIGTERM')).toBe(0)
})
