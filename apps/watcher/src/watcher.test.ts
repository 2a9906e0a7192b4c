import type { AlarmInfo } from '@greenwave/contract/alarms'
import { until } from '@greenwave/harness/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WatchedCity } from './testing/watchedCity.ts'

let city: WatchedCity
beforeAll(async () => {
  city = await WatchedCity.build(4)
}, 60_000)
afterAll(() => city?.end(), 60_000)

const eventually = <T>(ask: () => Promise<T>, timeout = 30_000) => expect.poll(ask, { timeout, interval: 100 })

describe('a watcher', { timeout: 120_000 }, () => {
  test('says that all is well, raises a conflict within seconds, and clears it when it is over', async () => {
    const watcher = await city.watching()
    expect((await city.shown('TLC-0')).attributes).toMatchObject({ gw_level: 0, gw_state: 'ok', gw_mode: 4 })
    await eventually(() => city.pulse()).toMatchObject({ levels: [4, 0, 0, 0, 0, 0], unknown: 0 })
    const before = await city.pulse()

    const causedMs = Date.now()
    city.cause('TLC-0', 'two-greens:1,2')
    await eventually(() => city.activeTypes('TLC-0'), 10_000).toEqual(['Conflicting green'])
    const [alarm] = (await city.shown('TLC-0')).active
    expect(alarm).toMatchObject({
      severity: 'CRITICAL',
      status: 'ACTIVE_UNACK',
      details: { code: 'conflict', phases: expect.arrayContaining([1, 2]) },
    })
    expect(alarm?.startTs).toBeGreaterThanOrEqual(causedMs - 1000)
    await eventually(async () => (await city.shown('TLC-0')).attributes).toMatchObject({
      ...{ gw_level: 5, gw_state: 'conflict', gw_since: alarm?.startTs },
    })
    await eventually(() => city.pulse()).toMatchObject({ levels: [3, 0, 0, 0, 0, 1] })
    expect((await city.pulse())?.revision).toBeGreaterThan(before?.revision ?? 0)

    city.cause('TLC-0')
    await eventually(() => city.activeTypes('TLC-0')).toEqual([])
    await eventually(async () => (await city.shown('TLC-0')).attributes.gw_state).toBe('ok')
    expect(await watcher.end('SIGTERM')).toBe(0)
    expect((await city.shown('TLC-0')).all).toHaveLength(1)
  })

  test('goes on with what the one before had open', async () => {
    const first = await city.watching()
    city.cause('TLC-1', 'dark-phase:2')
    await eventually(() => city.activeTypes('TLC-1')).toEqual(['Dark'])
    const [raised] = (await city.shown('TLC-1')).active
    await first.end('SIGKILL')
    const second = city.watch()
    await until('the second watcher', () => second.said().includes('watching 4 devices'))
    await eventually(async () => (await city.shown('TLC-1')).attributes.gw_state).toBe('dark')
    city.cause('TLC-1')
    await eventually(() => city.activeTypes('TLC-1')).toEqual([])
    const { all } = await city.shown('TLC-1')
    expect(all.map(({ id, startTs }) => [id, startTs])).toEqual([[raised?.id, raised?.startTs]])
    await second.end('SIGTERM')
  })
})

describe('devices and people', { timeout: 120_000 }, () => {
  test('a muted junction keeps its alarm, and counts as muted until the mute ends', async () => {
    const watcher = await city.watching()
    city.cause('TLC-2', 'dark-phase:2')
    await eventually(() => city.activeTypes('TLC-2')).toEqual(['Dark'])
    const mute = { until: Date.now() + 600_000, at: Date.now(), by: 'admin@greenwave.test', why: 'roadworks' }
    await city.api.writeAttributes(city.id('TLC-2'), 'SERVER_SCOPE', { gw_mute: mute })
    await eventually(async () => (await city.shown('TLC-2')).attributes).toMatchObject({
      gw_level: 1,
      gw_state: 'muted',
    })
    expect(await city.activeTypes('TLC-2')).toEqual(['Dark'])
    await city.api.writeAttributes(city.id('TLC-2'), 'SERVER_SCOPE', { gw_mute: { ...mute, until: Date.now() } })
    await eventually(async () => (await city.shown('TLC-2')).attributes).toMatchObject({
      gw_level: 4,
      gw_state: 'dark',
    })
    city.cause('TLC-2')
    await eventually(() => city.activeTypes('TLC-2')).toEqual([])
    await watcher.end('SIGTERM')
  })

  test('an alarm that was assigned and acknowledged stays so when the watcher writes it again', async () => {
    const watcher = await city.watching()
    city.cause('TLC-2', 'two-greens:1,2')
    await eventually(() => city.activeTypes('TLC-2')).toEqual(['Conflicting green'])
    const [alarm] = (await city.shown('TLC-2')).active
    const alarmId = alarm?.id.id ?? ''
    const { id } = await city.api.call('currentUser')
    await city.api.call('assignAlarm', { params: { alarmId, userId: id.id } })
    await city.api.call('acknowledgeAlarm', { params: { alarmId } })
    // Three phases have the road now and then, so that the alarm changes.
    const phases = () => city.shown('TLC-2').then(({ active }) => JSON.stringify(active[0]?.details))
    const before = await phases()
    await until('a change of the alarm', async () => (await phases()) !== before, 90_000)
    expect((await city.shown('TLC-2')).active[0]).toMatchObject({
      ...{ id: { id: alarmId }, startTs: alarm?.startTs, status: 'ACTIVE_ACK', assigneeId: { id: id.id } },
    })
    city.cause('TLC-2')
    await eventually(() => city.activeTypes('TLC-2')).toEqual([])
    await watcher.end('SIGTERM')
  })

  test('the pulse follows a device to another customer, and goes with the last one', async () => {
    const watcher = await city.watching()
    const other = await city.api.createCustomer('Quận 3')
    await city.api.assign(other, city.id('TLC-3'))
    const pulse = () => city.pulse('gw_watch_1of1', other.id.id)
    await eventually(pulse, 50_000).toMatchObject({ levels: [1, 0, 0, 0, 0, 0] })
    await eventually(() => city.pulse()).toMatchObject({ levels: [3, 0, 0, 0, 0, 0] })
    await watcher.end('SIGKILL')
    await city.api.assign(city.customer, city.id('TLC-3'))
    const next = city.watch()
    await eventually(() => city.pulse(), 50_000).toMatchObject({ levels: [4, 0, 0, 0, 0, 0] })
    await eventually(pulse).toBeUndefined()
    expect(await next.end('SIGTERM')).toBe(0)
  })

  test('two shares watch every device once, each with a pulse of its own', async () => {
    const watchers = [city.watch(['--share', '1/2']), city.watch(['--share', '2/2'])]
    await eventually(async () => {
      const pulses = await Promise.all(['gw_watch_1of2', 'gw_watch_2of2'].map((key) => city.pulse(key)))
      return pulses.reduce((sum, pulse) => sum + (pulse?.levels[0] ?? 0) - (pulse?.unknown ?? 0), 0)
    }, 60_000).toBe(4)
    for (const watcher of watchers) expect(await watcher.end('SIGTERM')).toBe(0)
  })

  test('two watchers of one share neither lose nor double an incident', async () => {
    const watchers = [city.watch(), city.watch()]
    for (const watcher of watchers) await until('the watcher', () => watcher.said().includes('watching 4 devices'))
    await city.untilJudged()
    const contradicting = (alarms: readonly AlarmInfo[]) => alarms.filter(({ type }) => type === 'Contradicting lamps')
    const before = contradicting((await city.shown('TLC-0')).all).length
    city.cause('TLC-0', 'two-lamps:1')
    await eventually(() => city.activeTypes('TLC-0')).toContain('Contradicting lamps')
    city.cause('TLC-0')
    await eventually(() => city.activeTypes('TLC-0')).toEqual([])
    for (const watcher of watchers) await watcher.end('SIGTERM')
    const { all, active } = await city.shown('TLC-0')
    expect([contradicting(all).length - before, contradicting(active).length]).toEqual([1, 0])
  })
})
