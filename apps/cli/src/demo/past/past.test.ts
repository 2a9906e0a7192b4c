import { parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { parseDaySums } from '@greenwave/contract/records/daySums'
import type { PastPart } from '@greenwave/contract/wire/sampleCity'
import { DAY_MS, midnightOf } from '@greenwave/observer/conformity/days'
import { expect, test } from 'vitest'
import { earlierSettings, JUNCTIONS } from '../junctions.ts'
import { optionsOf, pastOfJunction } from './pastOfCity.ts'
import { newPlayer, play } from './playDay.ts'
import { PAST_DAYS, storiesOf } from './stories.ts'

/** Ten past nine in the city. */
const START_MS = Date.UTC(2026, 10, 25, 2, 10)
const facts = (days: number) => ({
  ...{ startMs: START_MS, days, corridorId: 'corridor', rolloutId: 'rollout' },
  deviceIds: new Map(JUNCTIONS.map(({ name }) => [name, `id of ${name}`])),
  by: { id: 'admin', name: 'admin@greenwave.test' },
})

interface Row {
  readonly ts: number
  readonly values: Readonly<Record<string, unknown>>
}

function junctionNamed(name: string) {
  const junction = JUNCTIONS.find((one) => one.name === name)
  if (!junction) throw new Error(`${name} is a junction`)
  return junction
}
function partsOf(name: string, days: number): readonly PastPart[] {
  return [...pastOfJunction(facts(days), junctionNamed(name))].flatMap((part) => part ?? [])
}
function rowsOf(parts: readonly PastPart[], key: string): readonly Row[] {
  const rows = parts.flatMap(({ values }) => JSON.parse(values) as Row[])
  return rows.filter(({ values }) => key in values).sort((a, b) => a.ts - b.ts)
}

test('days that are dated again, and a story in one, equal what is recorded of all these seconds in one go', () => {
  const parts = partsOf('TLC-0008', 2)
  const today = midnightOf(START_MS)
  const junction = junctionNamed('TLC-0008')
  const player = newPlayer(junction.name, optionsOf(junction, earlierSettings(junction)), today - 2 * DAY_MS)
  const [story] = storiesOf(193).filter(({ acts, daysAgo }) => daysAgo === 1 && acts[0]?.junction === 'TLC-0008')
  const acts = (story?.acts ?? []).map((act) => ({ ...act, at: act.at + DAY_MS / 1000 }))
  expect(acts.length).toBeGreaterThan(0)
  for (const _ of play([player], { midnightMs: today - 2 * DAY_MS, from: 0, until: (2 * DAY_MS) / 1000, acts }));
  for (const key of ['gw_cycle', 'gw_event']) {
    // What it was like when its records began has the time of the first midnight.
    const isLater = ({ ts }: { readonly ts: number }) => ts > today - 2 * DAY_MS + 1000 && ts < today
    const recorded = player.played.values.filter((value) => value.key === key && isLater(value))
    expect(recorded.length).toBeGreaterThan(key === 'gw_cycle' ? 180 : 5)
    expect(rowsOf(parts, key).filter(isLater)).toEqual(
      recorded.map(({ ts, value }) => ({ ts, values: { [key]: JSON.parse(JSON.stringify(value)) } })),
    )
  }
  const incidents = player.played.incidents.map(({ incident, noticedMs, clearedMs }) => {
    return [incident.code, incident.sinceMs, noticedMs, clearedMs]
  })
  expect(incidents.map(([code]) => code)).toEqual(['dark'])
  const alarms = parts.flatMap((part) => part.alarms)
  expect(alarms.map(({ details, began, raised, cleared }) => [details.code, began, raised, cleared])).toEqual(incidents)
})

test('a wrong yellow is an incident until it is taken back, with what people did about it; nothing is dated ahead', () => {
  const parts = partsOf('TLC-0011', 2)
  const [alarm] = parts.flatMap(({ alarms }) => alarms)
  const changes = rowsOf(parts, 'gw_change').map(({ ts, values }) => parseChangeRecord(ts, values.gw_change))
  expect(changes.map((change) => change?.words)).toEqual([['Yellow: 3 s → 1 s'], ['Yellow: 1 s → 3 s']])
  expect(changes[1]?.restores).toBe(changes[0]?.at)
  expect(alarm).toMatchObject({ type: 'Short yellow', severity: 'CRITICAL' })
  expect(alarm?.began).toBeGreaterThan(changes[0]?.at ?? 0)
  expect(alarm?.cleared).toBeGreaterThan(changes[1]?.at ?? 0)
  expect(alarm?.acknowledged).toBeGreaterThan(alarm?.raised ?? 0)
  expect(alarm?.comments).toHaveLength(1)
  // The sums of its day count it, those of the day after do not.
  const sums = rowsOf(parts, 'gw_day').map(({ ts, values }) => parseDaySums(ts, values.gw_day))
  expect(sums.map((day) => day?.incidents.map(({ code, raised, cleared }) => [code, raised, cleared]))).toEqual([
    [['short-yellow', 1, 1]],
    [],
    [],
  ])
  expect(sums.map((day) => day?.missing)).toEqual([0, 0, 0])
  // Today is recorded up to the last quarter of an hour that is over.
  expect(sums[2]?.untilMs).toBe(START_MS - 10 * 60_000)
  const times = parts.flatMap(({ values }) => (JSON.parse(values) as Row[]).map(({ ts }) => ts))
  expect(Math.max(...times)).toBeLessThan(START_MS)
  expect(Math.min(...times)).toBe(midnightOf(START_MS) - 2 * DAY_MS)
})

test('equal seeds have equal stories, and the same city the same past', () => {
  expect(storiesOf(7)).toEqual(storiesOf(7))
  expect(storiesOf(7)).not.toEqual(storiesOf(8))
  expect(partsOf('TLC-0019', 1)).toEqual(partsOf('TLC-0019', 1))
})

test('whatever the seed, stories are of the past, in order, and over on their day', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    for (const { daysAgo, acts, responses } of storiesOf(seed)) {
      expect(daysAgo).toBeGreaterThanOrEqual(1)
      expect(daysAgo).toBeLessThanOrEqual(PAST_DAYS)
      const times = acts.map(({ at }) => at)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)).toBeLessThan(23 * 3600)
      for (const { junction } of responses) expect(acts.some((act) => act.junction === junction)).toBe(true)
    }
  }
})
