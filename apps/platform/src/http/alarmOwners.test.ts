import { systemOfTests } from '@greenwave/harness/ofTest'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { Device } from '@greenwave/contract/wire/devices'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { describe, expect, it } from 'vitest'
import { type Caller, createTestPlatform } from '../testing/testPlatform.ts'

let count = 0
const platform = systemOfTests(await createTestPlatform())
const { admin } = platform

/** Creates a customer with a user and a device. */
async function newDistrict() {
  count += 1
  const customer = await platform.customer(`District ${count}`)
  const { user, caller } = await platform.customerUser(customer, `user${count}@city.vn`)
  const device = await platform.device(`TLC-${count}`, { customerId: customer.id })
  return { customer, user, caller, device }
}
const raise = async (originator: Device | Customer, more: object = {}): Promise<AlarmInfo> =>
  (
    await admin.post('/api/alarm', { type: `Alarm ${++count}`, originator: originator.id, severity: 'MAJOR', ...more })
  ).json()
const clear = (alarm: AlarmInfo) => admin.post(`/api/alarm/${alarm.id.id}/clear`)
const statusOf = async (asked: Promise<{ statusCode: number }>): Promise<number> => (await asked).statusCode

/** Returns how a caller fares on every path to an alarm. */
async function waysTo(caller: Caller, alarm: AlarmInfo): Promise<Record<string, unknown>> {
  const { id } = alarm.id
  const originator = `${alarm.originator.entityType}/${alarm.originator.id}`
  const inList = async (path: string): Promise<unknown> => {
    const response = await caller.get(`${path}?pageSize=100&page=0`)
    if (response.statusCode !== 200) return response.statusCode
    return response.json<{ data: AlarmInfo[] }>().data.some((listed) => listed.id.id === id)
  }
  return {
    alarm: await statusOf(caller.get(`/api/alarm/${id}`)),
    info: await statusOf(caller.get(`/api/alarm/info/${id}`)),
    comments: await statusOf(caller.get(`/api/alarm/${id}/comment?pageSize=1&page=0`)),
    comment: await statusOf(caller.post(`/api/alarm/${id}/comment`, { comment: { text: 'seen' } })),
    list: await inList('/api/alarms'),
    listV2: await inList('/api/v2/alarms'),
    listOfOriginator: await inList(`/api/alarm/${originator}`),
    listOfOriginatorV2: await inList(`/api/v2/alarm/${originator}`),
    highest: await statusOf(caller.get(`/api/alarm/highestSeverity/${originator}`)),
  }
}
const SEEN = {
  ...{ alarm: 200, info: 200, comments: 200, comment: 200, highest: 200 },
  ...{ list: true, listV2: true, listOfOriginator: true, listOfOriginatorV2: true },
}
const HIDDEN = {
  ...{ alarm: 403, info: 403, comments: 403, comment: 403, highest: 403 },
  ...{ list: false, listV2: false, listOfOriginator: 403, listOfOriginatorV2: 403 },
}

describe('an alarm belongs to the customer that its originator belongs to now', () => {
  it.each(['active', 'cleared'])('on every path, when it is %s', async (state) => {
    const [before, after] = [await newDistrict(), await newDistrict()]
    const alarm = await raise(before.device)
    if (state === 'cleared') await clear(alarm)
    expect(await waysTo(before.caller, alarm)).toEqual(SEEN)
    expect(await waysTo(after.caller, alarm)).toEqual(HIDDEN)
    await admin.post(`/api/customer/${after.customer.id.id}/device/${before.device.id.id}`)
    expect(await waysTo(before.caller, alarm)).toEqual(HIDDEN)
    expect(await waysTo(after.caller, alarm)).toEqual(SEEN)
    expect(await statusOf(after.caller.post(`/api/alarm/${alarm.id.id}/ack`))).toBe(200)
    // What it says of its customer stays as it was when it was raised.
    expect((await admin.get(`/api/alarm/${alarm.id.id}`)).json().customerId).toEqual(before.customer.id)
    await admin.delete(`/api/customer/device/${before.device.id.id}`)
    expect(await waysTo(after.caller, alarm)).toEqual(HIDDEN)
    expect(await waysTo(admin, alarm)).toEqual(SEEN)
  })
})

describe('the alarms of a customer', () => {
  it('are its own, and of those of what it owns now the ones that are propagated to the owner', async () => {
    const [district, other] = [await newDistrict(), await newDistrict()]
    const own = await raise(district.customer)
    const propagated = await raise(district.device, { propagateToOwner: true })
    const past = await raise(district.device, { propagateToOwner: true, severity: 'CRITICAL' })
    await clear(past)
    await raise(district.device)
    await raise(other.device, { propagateToOwner: true })
    const path = `CUSTOMER/${district.customer.id.id}`
    const listed = async (caller: Caller, query = ''): Promise<string[]> => {
      const lists = [`/api/alarm/${path}?pageSize=9&page=0`, `/api/v2/alarm/${path}?pageSize=9&page=0${query}`]
      const [v1, v2] = await Promise.all(lists.map(async (list) => (await caller.get(list)).json()))
      if (query === '') expect(v1).toEqual(v2)
      return v2.data.map(({ id }: AlarmInfo) => id.id)
    }
    expect(await listed(admin)).toEqual([past, propagated, own].map(({ id }) => id.id))
    expect(await listed(district.caller)).toEqual([past, propagated, own].map(({ id }) => id.id))
    expect(await listed(admin, '&statusList=CLEARED')).toEqual([past.id.id])
    expect((await admin.get(`/api/alarm/highestSeverity/${path}`)).json()).toBe('CRITICAL')
    await admin.delete(`/api/customer/device/${district.device.id.id}`)
    expect(await listed(admin)).toEqual([own.id.id])
    expect(await statusOf(other.caller.get(`/api/v2/alarm/${path}?pageSize=9&page=0`))).toBe(403)
  })
})

describe('a customer user', () => {
  it('assigns to users of their customer only', async () => {
    const [mine, other] = [await newDistrict(), await newDistrict()]
    const alarm = await raise(mine.device)
    const me = (await admin.get('/api/auth/user')).json()
    const assign = (to: string) => mine.caller.post(`/api/alarm/${alarm.id.id}/assign/${to}`)
    for (const to of [me.id.id, other.user.id.id]) expect((await assign(to)).json().errorCode).toBe(20)
    expect(await statusOf(assign(mine.user.id.id))).toBe(200)
  })
})

describe('what a deletion leaves', () => {
  it('is no alarm of a deleted device, active or cleared, and no type of one', async () => {
    const { device } = await newDistrict()
    const [active, past] = [await raise(device), await raise(device)]
    await clear(past)
    expect(await statusOf(admin.delete(`/api/device/${device.id.id}`))).toBe(200)
    for (const { id } of [active, past]) expect(await statusOf(admin.get(`/api/alarm/${id.id}`))).toBe(404)
    const { data } = (await admin.get('/api/alarm/types?pageSize=1000&page=0')).json()
    const types = data.map(({ type }: { type: string }) => type)
    expect(types).not.toContain(active.type)
    expect(types).not.toContain(past.type)
  })

  it.each(['user', 'customer'])('is no assignment to a deleted %s, but a note of it', async (kind) => {
    const { customer, user, device } = await newDistrict()
    await admin.post('/api/user', { ...user, firstName: 'Lan', lastName: 'Ngô' })
    const alarms = await Promise.all(Array.from({ length: 3 }, () => raise(device, { assigneeId: user.id })))
    const [first] = alarms
    if (first) await clear(first)
    const path = kind === 'user' ? `/api/user/${user.id.id}` : `/api/customer/${customer.id.id}`
    expect(await statusOf(admin.delete(path))).toBe(200)
    for (const { id, assignTs } of alarms) {
      const left: AlarmInfo = (await admin.get(`/api/alarm/info/${id.id}`)).json()
      expect(left).toMatchObject({ assigneeId: null, assignee: null })
      expect(left.assignTs).toBeGreaterThanOrEqual(assignTs)
      const query = 'pageSize=1&page=0&sortProperty=createdTime&sortOrder=DESC'
      const { data } = (await admin.get(`/api/alarm/${id.id}/comment?${query}`)).json()
      expect(data).toMatchObject([
        {
          userId: null,
          type: 'SYSTEM',
          comment: {
            text: 'Alarm was unassigned because user Lan Ngô - was deleted',
            subtype: 'UNASSIGNED_FROM_DELETED_USER',
            userName: 'Lan Ngô',
          },
        },
      ])
    }
  })

  it('is no alarm of a deleted customer, and its devices keep theirs', async () => {
    const { customer, device } = await newDistrict()
    const [ofCustomer, ofDevice] = [await raise(customer), await raise(device)]
    await clear(ofCustomer)
    const activeOne = await raise(customer)
    await admin.delete(`/api/customer/${customer.id.id}`)
    for (const { id } of [ofCustomer, activeOne]) {
      expect(await statusOf(admin.get(`/api/alarm/${id.id}`))).toBe(404)
    }
    expect(await statusOf(admin.get(`/api/alarm/${ofDevice.id.id}`))).toBe(200)
    expect(device.customerId).not.toEqual(entityRef('CUSTOMER', NULL_UUID))
  })
})
