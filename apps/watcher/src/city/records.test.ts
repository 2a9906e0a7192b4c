import { parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { parseEvent } from '@greenwave/contract/records/eventRecords'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { rounds } from '@greenwave/harness/rounds'
import { until } from '@greenwave/harness/until'
import { litAt } from '@greenwave/observer/cycle'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProgramProcess } from '../testing/programProcess.ts'
import { CAUGHT_UP, WatchedCity } from '../testing/watchedCity.ts'

let city: WatchedCity
beforeAll(async () => {
  city = await WatchedCity.build(2)
})
afterAll(() => city?.end())

async function history(name: string, keys: readonly string[]) {
  const query = { keys: keys.join(','), startTs: '0', endTs: '9999999999999', limit: '10000', orderBy: 'ASC' }
  return city.api.call('timeseries', { params: ofDevice(city.id(name)), query })
}

/** Returns the lamps that the records of a junction show, one number a second, in their order. */
async function recorded(name: string): Promise<readonly number[]> {
  const { gw_cycle = [] } = await history(name, ['gw_cycle'])
  return gw_cycle.flatMap(({ ts, value }) => {
    const record = parseCycleRecord(ts, value)
    if (!record) throw new Error(`the record of ${ts} cannot be read: ${String(value)}`)
    return Array.from({ length: record.seconds }, (_, second) => litAt(record, second) ?? -1)
  })
}

/** Returns the lamps that the controller sent, one number a sample, in their order. */
async function sent(name: string): Promise<readonly number[]> {
  const samples = await history(name, LAMP_KEYS)
  const first = samples[LAMP_KEYS[0] ?? ''] ?? []
  const valueAt = LAMP_KEYS.map((key) => new Map((samples[key] ?? []).map(({ ts, value }) => [ts, Number(value)])))
  return first.map(({ ts }) => valueAt.reduce((lit, of, bit) => ((of.get(ts) ?? 0) > 0 ? lit | (1 << bit) : lit), 0))
}

const events = async (name: string) =>
  ((await history(name, ['gw_event'])).gw_event ?? []).flatMap(({ value }) => parseEvent(value) ?? [])

/** Starts a watcher, and waits until it has judged all junctions. */
async function watching(): Promise<ProgramProcess> {
  const watcher = city.watch()
  await until('the watcher', () => watcher.said().includes('watching 2 devices'))
  await city.untilJudged()
  return watcher
}

/** Ends a watcher that has read what was missed before it began: what is left, the next one would read. */
async function endCaughtUp(watcher: ProgramProcess): Promise<void> {
  await until('what was missed', () => watcher.said().includes(CAUGHT_UP))
  expect(await watcher.end('SIGTERM')).toBe(0)
}

describe('the records of a city', { timeout: 600_000 * rounds({ few: 1, all: 10 }) }, () => {
  test('after kills of the watcher and of the platform hold each second that the platform has, once', async () => {
    let watcher = await watching()
    for (let round = 0; round < rounds({ few: 2, all: 20 }); round += 1) {
      await city.untilSecondsLater('TLC-0', 2)
      await watcher.end(round % 3 === 2 ? 'SIGTERM' : 'SIGKILL')
      if (round % 2 === 1) await city.killPlatform()
      await city.untilSecondsLater('TLC-0', 2)
      watcher = await watching()
    }
    await city.untilSecondsLater('TLC-0', 3)
    await endCaughtUp(watcher)
    const [shown, all] = [await recorded('TLC-0'), await sent('TLC-0')]
    const seen = shown.filter((lit) => lit >= 0)
    // The controller goes on after the watcher has ended.
    expect(seen.length).toBeGreaterThan(all.length - 10)
    expect(seen).toEqual(all.slice(0, seen.length))
    expect(watcher.said()).not.toMatch(/refused|failed/)
  })

  test('after a kill keep the plan and the program of a quarter whose settings changed before', async () => {
    const killed = await watching()
    await city.untilSecondsLater('TLC-0', 2)
    await city.api.writeAttributes(city.id('TLC-0'), 'SHARED_SCOPE', { Do_cong: 3 })
    await until('the record of the settings', async () => {
      const { gw_settings = [] } = await history('TLC-0', ['gw_settings'])
      return String(gw_settings.at(-1)?.value).includes('"Do_cong":3')
    })
    await killed.end('SIGKILL')
    const next = await watching()
    await city.untilSecondsLater('TLC-0', 2)
    await endCaughtUp(next)
    const { gw_cycle = [] } = await history('TLC-0', ['gw_cycle'])
    const cycles = gw_cycle.flatMap(({ ts, value }) => parseCycleRecord(ts, value)?.cycles ?? [])
    expect([...new Set(cycles.map(({ plan, program }) => `plan ${plan}, program ${program}`))]).toEqual([
      'plan 1, program 1',
    ])
  })
})

describe('the events of a junction', () => {
  test('are an incident raised and cleared, with the times of its alarm, and the modes that its lamps show', async () => {
    const watcher = await city.watchHere()
    city.cause('TLC-1', 'dark-phase:2')
    await expect.poll(() => city.activeTypes('TLC-1')).toEqual(['Dark'])
    city.cause('TLC-1')
    await expect.poll(() => city.activeTypes('TLC-1')).toEqual([])
    const [alarm] = (await city.shown('TLC-1')).all
    const incident = { kind: 'incident', code: 'dark', severity: 'MAJOR', since: alarm?.startTs }
    await expect
      .poll(() => events('TLC-1'))
      .toEqual(
        expect.arrayContaining([
          { ...incident, edge: 'raised', at: alarm?.startTs },
          { ...incident, edge: 'cleared', at: alarm?.clearTs },
        ]),
      )
    await city.api.writeAttributes(city.id('TLC-1'), 'SHARED_SCOPE', { Mode: 0 })
    const kinds = async () => (await events('TLC-1')).map((event) => (event.kind === 'mode' ? event.mode : event.kind))
    await expect.poll(kinds).toContain(0)
    await watcher.close()
    const before = await events('TLC-1')
    const next = await city.watchHere()
    await city.untilSecondsLater('TLC-1', 3)
    await next.close()
    expect(await events('TLC-1')).toEqual(before)
  })
})
