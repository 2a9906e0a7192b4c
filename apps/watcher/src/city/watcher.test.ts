import { until } from '@greenwave/harness/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WatchedCity, type WatcherHere } from '../testing/watchedCity.ts'

let city: WatchedCity
let watcher: WatcherHere
beforeAll(async () => {
  city = await WatchedCity.build(4)
  watcher = await city.watchHere()
  await city.untilJudged()
})
afterAll(async () => {
  await watcher?.close()
  await city?.end()
})

/** Gives a junction to a customer of its own, and waits until that has a pulse. */
async function districtOf(name: string) {
  const customer = await city.api.createCustomer(`Quận của ${name}`)
  await city.api.assign(customer, city.id(name))
  const pulse = () => city.pulse('gw_watch_1of1', customer.id.id)
  await until('a pulse of the customer', async () => (await pulse()) !== undefined)
  return { pulse }
}

// One watcher, and a junction of its own for each test: side by side, since they wait for the street.
describe.concurrent('a watcher', () => {
  test('says that all is well, raises a conflict within seconds, and clears it when it is over', async ({ expect }) => {
    expect((await city.shown('TLC-0')).attributes).toMatchObject({ gw_level: 0, gw_state: 'ok', gw_mode: 4 })
    const { pulse } = await districtOf('TLC-0')
    await expect.poll(pulse).toMatchObject({ levels: [1, 0, 0, 0, 0, 0], unknown: 0 })
    const before = await pulse()

    const causedMs = Date.now()
    city.cause('TLC-0', 'two-greens:1,2')
    await expect.poll(() => city.activeTypes('TLC-0')).toEqual(['Conflicting green'])
    const [alarm] = (await city.shown('TLC-0')).active
    expect(alarm).toMatchObject({
      severity: 'CRITICAL',
      status: 'ACTIVE_UNACK',
      details: { code: 'conflict', phases: expect.arrayContaining([1, 2]) },
    })
    expect(alarm?.startTs).toBeGreaterThanOrEqual(causedMs - 1000)
    await expect
      .poll(async () => (await city.shown('TLC-0')).attributes)
      .toMatchObject({
        ...{ gw_level: 5, gw_state: 'conflict', gw_since: alarm?.startTs },
      })
    await expect.poll(pulse).toMatchObject({ levels: [0, 0, 0, 0, 0, 1] })
    expect((await pulse())?.revision).toBeGreaterThan(before?.revision ?? 0)

    city.cause('TLC-0')
    await expect.poll(() => city.activeTypes('TLC-0')).toEqual([])
    await expect.poll(async () => (await city.shown('TLC-0')).attributes.gw_state).toBe('ok')
    expect((await city.shown('TLC-0')).all).toHaveLength(1)
  })

  test('keeps the alarm of a muted junction, which counts as muted until the mute ends', async ({ expect }) => {
    city.cause('TLC-1', 'dark-phase:2')
    await expect.poll(() => city.activeTypes('TLC-1')).toEqual(['Dark'])
    const mute = { until: Date.now() + 600_000, at: Date.now(), by: 'admin@greenwave.test', why: 'roadworks' }
    await city.api.writeAttributes(city.id('TLC-1'), 'SERVER_SCOPE', { gw_mute: mute })
    await expect
      .poll(async () => (await city.shown('TLC-1')).attributes)
      .toMatchObject({ gw_level: 1, gw_state: 'muted' })
    expect(await city.activeTypes('TLC-1')).toEqual(['Dark'])
    await city.api.writeAttributes(city.id('TLC-1'), 'SERVER_SCOPE', { gw_mute: { ...mute, until: Date.now() } })
    await expect
      .poll(async () => (await city.shown('TLC-1')).attributes)
      .toMatchObject({ gw_level: 4, gw_state: 'dark' })
    city.cause('TLC-1')
    await expect.poll(() => city.activeTypes('TLC-1')).toEqual([])
  })

  test('writes an alarm again, which stays assigned and acknowledged', async ({ expect }) => {
    city.cause('TLC-2', 'two-greens:1,2')
    await expect.poll(() => city.activeTypes('TLC-2')).toEqual(['Conflicting green'])
    const [alarm] = (await city.shown('TLC-2')).active
    const alarmId = alarm?.id.id ?? ''
    const { id } = await city.api.call('currentUser')
    await city.api.call('assignAlarm', { params: { alarmId, userId: id.id } })
    await city.api.call('acknowledgeAlarm', { params: { alarmId } })
    city.cause('TLC-2', 'two-greens:1,2', 'two-greens:2,3')
    await expect
      .poll(async () => (await city.shown('TLC-2')).active[0])
      .toMatchObject({
        details: { phases: [1, 2, 3] },
        ...{ id: { id: alarmId }, startTs: alarm?.startTs, status: 'ACTIVE_ACK', assigneeId: { id: id.id } },
      })
    city.cause('TLC-2')
    await expect.poll(() => city.activeTypes('TLC-2')).toEqual([])
  })

  test('says of a connection that stays open and dead that it is none, as one incident', async ({ expect }) => {
    city.cause('TLC-3', 'dead-connection')
    await expect.poll(() => city.activeTypes('TLC-3')).toEqual(['No lamps'])
    await expect.poll(() => city.activeTypes('TLC-3')).toEqual(['Not connected'])
    await expect
      .poll(async () => (await city.shown('TLC-3')).attributes)
      .toMatchObject({ active: true, gw_state: 'offline' })
    city.cause('TLC-3')
    await expect.poll(() => city.activeTypes('TLC-3')).toEqual([])
  })
})

test('a watcher that finds a device with another customer than the one before removes the pulse that was left', async () => {
  const left = await districtOf('TLC-3')
  await watcher.close()
  const customer = await city.api.createCustomer('Quận mới')
  await city.api.assign(customer, city.id('TLC-3'))
  expect(await left.pulse()).toBeDefined()
  watcher = await city.watchHere()
  await expect.poll(() => city.pulse('gw_watch_1of1', customer.id.id)).toMatchObject({ levels: [1, 0, 0, 0, 0, 0] })
  await expect.poll(left.pulse).toBeUndefined()
})
