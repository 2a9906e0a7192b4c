import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Alarm } from '@greenwave/contract/wire/alarms'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { Page } from '@greenwave/contract/wire/page'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { quietLog, saveCustomer, saveDevice, saveUser, someAlarm, someTenant } from '../testing/testEntities.ts'
import { link, makeFolder, openTestStore, STORE_KINDS } from '../testing/testStore.ts'
import { createAlarmRepository } from './alarms.ts'
import { openEntityDatabase } from './entityDatabase.ts'
import type { Store } from './openStore.ts'
import type { AlarmFilter, AlarmSearchField, JsonText, PageLink } from './store.ts'

const parsed = <T>(json: JsonText): Page<T> =>
  JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json))
const listed = async (store: Store, filter: AlarmFilter, asked: Partial<PageLink> = {}): Promise<string[]> => {
  const sorted = link({ sortProperty: 'createdTime', pageSize: 100, ...asked })
  return parsed<Alarm>(await store.alarms.page('user', someTenant(store), filter, sorted)).data.map(({ id }) => id.id)
}
const cleared = (alarm: Alarm, at = 5): Alarm => ({ ...alarm, cleared: true, status: 'CLEARED_UNACK', clearTs: at })

describe.each(STORE_KINDS)('the alarms of a store $kind', ({ open }) => {
  it('are one for each originator and type until it is cleared, and are listed by what is asked', async () => {
    const store = await open()
    const { alarms } = store
    const id = saveDevice(store).id.id
    const first = alarms.add(someAlarm(store, id))
    expect(alarms.active(id, first.type)).toEqual(first)
    expect(() => alarms.add(someAlarm(store, id))).toThrow(/UNIQUE/)
    const past = alarms.save(cleared(first))
    expect(alarms.active(id, first.type)).toBeUndefined()
    expect(await alarms.find(first.id.id)).toEqual(past)
    const second = alarms.add(someAlarm(store, id, { severity: 'MINOR', createdTime: 2 }))
    expect(await listed(store, {})).toEqual([past.id.id, second.id.id])
    expect(await listed(store, {}, { sortOrder: 'DESC' })).toEqual([second.id.id, past.id.id])
    expect(await listed(store, { statuses: ['CLEARED_UNACK'], originatorId: id })).toEqual([past.id.id])
    expect(await listed(store, { statuses: ['ACTIVE_UNACK'] })).toEqual([second.id.id])
    expect(await listed(store, { severities: ['MINOR', 'MAJOR'] })).toEqual([second.id.id])
    expect(await listed(store, { types: ['other'] })).toEqual([])
    expect(await listed(store, { startTime: 2 })).toEqual([second.id.id])
    expect(await listed(store, { endTime: 1 })).toEqual([past.id.id])
    expect((await alarms.severities('user', someTenant(store), { originatorId: id })).toSorted()).toEqual([
      'CRITICAL',
      'MINOR',
    ])
    alarms.remove(second.id.id)
    alarms.remove(past.id.id)
    expect(await listed(store, {})).toEqual([])
  })

  it('are found by their originators, in the order of these or of their own, and by what is written in them', async () => {
    const store = await open()
    const { alarms } = store
    const north = saveCustomer(store)
    const [first, second, third] = ['TLC-1', 'Đồng Khởi', 'TLC-3'].map((name) =>
      saveDevice(store, { name, customerId: entityRef('CUSTOMER', north.id.id) }),
    )
    const user = saveUser(store, { email: 'lan@city.vn', firstName: 'Lân' })
    const raised = (device: typeof first, type: string, more: Partial<Alarm> = {}): Alarm =>
      alarms.add(someAlarm(store, device?.id.id ?? '', { type, ...more }))
    raised(first, 'Dark', { createdTime: 3, assigneeId: user.id })
    alarms.save(cleared(raised(first, 'Past', { createdTime: 1, propagateToOwner: true })))
    raised(second, 'Clock', { createdTime: 2 })
    raised(third, 'Offline', { createdTime: 4 })
    const originatorIds = [second, first].map((device) => device?.id.id ?? '')
    type Asked = Partial<PageLink> & {
      filter?: AlarmFilter & { isPropagated?: boolean }
      searched?: AlarmSearchField[]
    }
    const found = async ({ filter, searched = [], ...asked }: Asked): Promise<unknown[]> => {
      const about = { ...filter, originatorIds }
      const inOrder = link({ sortProperty: 'place', pageSize: 100, ...asked })
      const page = await alarms.ofOriginators('user', about, inOrder, searched)
      const types = Array.from(page.rows(), ({ originatorId, json }): string => {
        const alarm: Alarm = JSON.parse(json)
        expect(alarm.originator.id).toBe(originatorId)
        return alarm.type
      })
      if (!asked.textSearch) expect(await alarms.count('user', someTenant(store), about)).toBe(page.total)
      return [page.total, ...types]
    }
    expect(await found({})).toEqual([3, 'Clock', 'Dark', 'Past'])
    expect(await found({ sortProperty: 'createdTime' })).toEqual([3, 'Past', 'Clock', 'Dark'])
    expect(await found({ sortProperty: 'id', page: 2, pageSize: 1 })).toHaveLength(2)
    expect(await found({ sortProperty: 'assignee' })).toEqual([3, 'Dark', 'Past', 'Clock'])
    expect(await found({ filter: { statuses: ['ACTIVE_UNACK'] } })).toEqual([2, 'Clock', 'Dark'])
    expect(await found({ filter: { isPropagated: true } })).toEqual([1, 'Past'])
    const active = { statuses: ['ACTIVE_UNACK', 'ACTIVE_ACK'] } as const
    for (const filter of [{}, active]) {
      expect(await found({ filter, textSearch: 'dong', searched: ['originator'] })).toEqual([1, 'Clock'])
      expect(await found({ filter, textSearch: 'dong', searched: ['type'] })).toEqual([0])
      expect(await found({ filter, textSearch: 'LAN@', searched: ['type', 'assignee'] })).toEqual([1, 'Dark'])
    }
  })

  it('belong to the customer that their originator belongs to now', async () => {
    const store = await open()
    const [north, south] = [saveCustomer(store), saveCustomer(store)]
    const device = saveDevice(store, { customerId: entityRef('CUSTOMER', north.id.id) })
    const alarm = store.alarms.add(someAlarm(store, device.id.id))
    const past = store.alarms.save(cleared(store.alarms.add(someAlarm(store, device.id.id, { type: 'Past' }))))
    const ofSouth = store.alarms.add(
      someAlarm(store, device.id.id, { type: 'Own', originator: entityRef('CUSTOMER', south.id.id) }),
    )
    const both = [alarm.id.id, past.id.id].toSorted()
    const seenBy = async (customerId: string): Promise<string[]> => (await listed(store, { customerId })).toSorted()
    expect(await seenBy(north.id.id)).toEqual(both)
    store.devices.save({ ...device, customerId: entityRef('CUSTOMER', south.id.id) })
    expect(await seenBy(north.id.id)).toEqual([])
    expect(await seenBy(south.id.id)).toEqual([...both, ofSouth.id.id].toSorted())
    expect(await listed(store, { customerId: south.id.id, statuses: ['ACTIVE_ACK', 'ACTIVE_UNACK'] })).toHaveLength(2)
  })

  it('have types, each named once while there is an alarm of it', async () => {
    const store = await open()
    const north = saveCustomer(store)
    const mine = saveDevice(store, { customerId: entityRef('CUSTOMER', north.id.id) }).id.id
    const other = saveDevice(store).id.id
    for (const type of ['Offline', 'Lamp out', 'conflict']) store.alarms.add(someAlarm(store, mine, { type }))
    store.alarms.save(cleared(store.alarms.add(someAlarm(store, other, { type: 'Dark' }))))
    const again = store.alarms.add(someAlarm(store, other, { type: 'Offline' }))
    const types = async (asked: Partial<PageLink> = {}, customerId?: string): Promise<[string[], number]> => {
      const page = parsed<{ type: string }>(
        await store.alarms.types('user', someTenant(store), customerId, link(asked)),
      )
      return [page.data.map(({ type }) => type), page.totalElements]
    }
    expect(await types()).toEqual([['Dark', 'Lamp out', 'Offline', 'conflict'], 4])
    expect(await types({ sortOrder: 'DESC', pageSize: 3 })).toEqual([['conflict', 'Offline', 'Lamp out'], 4])
    expect(await types({ textSearch: 'O', page: 1, pageSize: 1 })).toEqual([['Offline'], 3])
    expect(await types({}, north.id.id)).toEqual([['Lamp out', 'Offline', 'conflict'], 3])
    store.alarms.remove(again.id.id)
    await store.alarms.removeOf(mine)
    expect(await types()).toEqual([['Dark'], 1])
  })

  it('are sorted by the names of their originators as people order them', async () => {
    const store = await open()
    const names = ['Điện Biên Phủ', 'Ba Tháng Hai', 'Âu Cơ', 'an dương']
    for (const label of names)
      store.alarms.add(someAlarm(store, saveDevice(store, { label }).id.id, { details: label }))
    const sorted = link({ sortProperty: 'originatorLabel', pageSize: 100 })
    const page = parsed<Alarm>(await store.alarms.page('user', someTenant(store), {}, sorted))
    expect(page.data.map(({ details }) => details)).toEqual(['an dương', 'Âu Cơ', 'Ba Tháng Hai', 'Điện Biên Phủ'])
  })

  it('find those that are assigned to a user, some at a time', async () => {
    const store = await open()
    const [device, user] = [saveDevice(store).id.id, saveUser(store)]
    for (let n = 0; n < 130; n += 1) {
      const alarm = store.alarms.add(someAlarm(store, device, { type: `Alarm ${n}` }))
      store.alarms.save({ ...(n % 2 ? cleared(alarm) : alarm), assigneeId: user.id })
    }
    expect(await store.alarms.assignedTo(user.id.id)).toHaveLength(100)
    expect(await store.alarms.assignedTo(randomUUID())).toEqual([])
  })
})

describe('the alarms of a store in files', () => {
  const rowsInMemory = (database: ReturnType<typeof openEntityDatabase>) =>
    database.db
      .prepare(
        'SELECT (SELECT count(*) FROM alarms) AS alarms, (SELECT count(*) FROM alarm_comments) AS comments, bytes FROM active_alarm_bytes',
      )
      .get()

  it('are in memory while they are active, before and after a start; comments never are', async () => {
    const folder = makeFolder()
    const before = await openTestStore(folder)
    const device = saveDevice(before).id.id
    const [active, past] = [before.alarms.add(someAlarm(before, device)), someAlarm(before, device, { type: 'Past' })]
    before.alarms.save(cleared(before.alarms.add(past)))
    before.alarms.comments.add({
      id: { id: randomUUID() },
      createdTime: 7,
      alarmId: active.id,
      userId: null,
      type: 'OTHER',
      comment: { text: 'seen' },
      name: '',
    })
    expect(await listed(before, {})).toHaveLength(2)
    await before.close()
    const database = openEntityDatabase(join(folder, 'greenwave.db'), {}, quietLog)
    onTestFinished(() => database.close())
    const bytes = Buffer.byteLength(JSON.stringify(active))
    expect(rowsInMemory(database)).toEqual({ alarms: 1, comments: 0, bytes })
    const alarms = createAlarmRepository(database)
    expect(await alarms.comments.count(active.id.id)).toBe(1)
    alarms.save(cleared(active))
    expect(rowsInMemory(database)).toEqual({ alarms: 0, comments: 0, bytes: 0 })
    expect((await alarms.find(active.id.id))?.cleared).toBe(true)
    await alarms.removeOf(device)
    expect(await alarms.find(active.id.id)).toBeUndefined()
    expect(await alarms.comments.count(active.id.id)).toBe(0)
  })

  it('are active again, and counted, when the disk refuses to clear them', async () => {
    const folder = makeFolder()
    const store = await openTestStore(folder)
    const device = saveDevice(store).id.id
    const alarm = store.alarms.add(someAlarm(store, device))
    await store.committed()
    const disk = new DatabaseSync(join(folder, 'greenwave.db'))
    onTestFinished(() => disk.close())
    disk.exec(`CREATE TRIGGER full BEFORE UPDATE ON alarms BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`)
    store.alarms.save(cleared(alarm))
    const asked = store.alarms.find(alarm.id.id)
    await expect(store.committed()).rejects.toThrow('database or disk is full')
    expect(await asked).toEqual(alarm)
    expect(store.alarms.active(device, alarm.type)).toEqual(alarm)
    expect(await listed(store, { statuses: ['ACTIVE_UNACK'] })).toEqual([alarm.id.id])
    disk.exec('DROP TRIGGER full')
    store.alarms.save(cleared(alarm))
    await store.committed()
    expect(await listed(store, { statuses: ['ACTIVE_UNACK'] })).toEqual([])
  })

  it('of a device whose deletion a crash cut short, and those that ended long ago, are pruned', async () => {
    const folder = makeFolder()
    const store = await openTestStore(folder)
    const [gone, here] = [saveDevice(store).id.id, saveDevice(store).id.id]
    const ended = (device: string, type: string, at: number): string =>
      store.alarms.save(cleared(store.alarms.add(someAlarm(store, device, { type, createdTime: at })), at + 1)).id.id
    for (let n = 0; n < 600; n += 1) ended(gone, `Alarm ${n}`, 9000)
    for (let n = 0; n < 600; n += 1) ended(here, `Old ${n}`, 100)
    const kept = [ended(here, 'Ended before it was raised', 9000), store.alarms.add(someAlarm(store, here)).id.id]
    store.devices.remove(gone)
    await store.close()
    const database = openEntityDatabase(join(folder, 'greenwave.db'), {}, quietLog)
    await database.pruneAlarms(5000)
    await database.close()
    expect((await listed(await openTestStore(folder), {})).toSorted()).toEqual(kept.toSorted())
  })
})

it('acts on a cleared alarm follow one another, each with the alarm as the one before left it', async () => {
  const store = await openTestStore(makeFolder())
  const alarm = store.alarms.add(someAlarm(store, saveDevice(store).id.id))
  store.alarms.save(cleared(alarm))
  const seen: unknown[] = []
  const act = (n: number) =>
    store.alarms.change(alarm.id.id, (now) => {
      seen.push(now?.details)
      if (now) store.alarms.save({ ...now, details: n })
    })
  await Promise.all([1, 2, 3].map(act))
  expect(seen).toEqual([{}, 1, 2])
})

it('alarms that would take more memory than there is for them are refused until others were cleared', async () => {
  const store = await openTestStore()
  const device = saveDevice(store).id.id
  const details = 'x'.repeat(LIMITS.alarmDetailsBytes.value - 1000)
  const add = (n: number) => store.alarms.add(someAlarm(store, device, { type: `Alarm ${n}`, details }))
  const first = add(0)
  const fill = (): void => {
    for (let n = 1; n < 2000; n += 1) add(n)
  }
  expect(fill).toThrow(/Active alarms may take 67108864 bytes in all/)
  expect(() => store.alarms.save({ ...first, details: details + details })).toThrow(/Active alarms may take/)
  expect(store.alarms.save({ ...first, acknowledged: true, details: '' })).toMatchObject({ details: '' })
  expect(add(5000).type).toBe('Alarm 5000')
  store.alarms.save(cleared(store.alarms.active(device, 'Alarm 1') ?? first))
  expect(add(5001).type).toBe('Alarm 5001')
})
