import { systemOfTests } from '@greenwave/harness/ofTest'
import { AlarmCommentInfo } from '@greenwave/contract/wire/alarmComments'
import { Alarm, AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { CallName } from '@greenwave/contract/wire/calls/calls'
import type { Device } from '@greenwave/contract/wire/devices'
import { pageOf } from '@greenwave/contract/wire/page'
import { beforeEach, describe, expect, it } from 'vitest'
import { createViewer, refusalOf } from './client.ts'
import { eventually, fresh, freshEmail, isStrict, openTarget } from './target.ts'

let device: Device
const target = systemOfTests(await openTarget())
beforeEach(async () => {
  device = await target.admin.createDevice(fresh('TLC'), { label: 'Nguyễn Huệ' })
})

const raise = async (more: object = {}): Promise<Alarm> => {
  const body = { type: fresh('alarm'), originator: device.id, severity: 'MAJOR', ...more }
  return Alarm.parse((await target.admin.ask('saveAlarm', { body })).json())
}
const act = async (call: CallName, alarm: Alarm, more: object = {}): Promise<AlarmInfo> => {
  const answer = await target.admin.ask(call, { params: { alarmId: alarm.id.id, ...more } })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return AlarmInfo.parse(answer.json())
}
const ofDevice = () => ({ entityType: 'DEVICE', entityId: device.id.id })
const listed = async (query: object = {}): Promise<string[]> => {
  const answer = await target.admin.ask('entityAlarmsV2', {
    params: ofDevice(),
    query: { pageSize: 100, page: 0, sortProperty: 'createdTime', sortOrder: 'ASC', ...query },
  })
  const { data } = pageOf(AlarmInfo).parse(answer.json())
  return data.map(({ type }) => type)
}

describe('alarms', () => {
  it('are raised, refreshed while they are active, and raised anew after they were cleared', async () => {
    const first = await raise({ details: { lamp: 2 } })
    expect(first).toMatchObject({ customerId: null, status: 'ACTIVE_UNACK', details: { lamp: 2 }, assigneeId: null })
    expect(first.startTs).toBe(first.endTs)
    const said = { type: first.type, severity: 'CRITICAL', startTs: 1000, endTs: 2000 }
    const again = await raise(said)
    expect(again).toMatchObject({ id: first.id, createdTime: first.createdTime, ...said, details: {} })
    expect(await act('clearAlarm', again)).toMatchObject({ status: 'CLEARED_UNACK', endTs: 2000 })
    expect((await raise({ type: first.type })).id).not.toEqual(first.id)
  })

  it('are acknowledged, assigned and unassigned, active or not, each with the names of whom they are about', async () => {
    const alarm = await raise()
    const me = (await target.admin.ask('currentUser')).json<{ id: { id: string } }>()
    expect(await act('acknowledgeAlarm', alarm)).toMatchObject({
      status: 'ACTIVE_ACK',
      originatorName: device.name,
      originatorLabel: 'Nguyễn Huệ',
      originatorDisplayName: 'Nguyễn Huệ',
      assignee: null,
    })
    await act('clearAlarm', alarm)
    const assigned = await act('assignAlarm', alarm, { userId: me.id.id })
    expect(assigned).toMatchObject({ status: 'CLEARED_ACK', assigneeId: me.id, assignee: { id: me.id } })
    expect((await act('unassignAlarm', alarm)).assigneeId).toBeNull()
    const params = { alarmId: alarm.id.id, userId: me.id.id }
    for (const [call, message] of [
      ['acknowledgeAlarm', 'Alarm was already acknowledged!'],
      ['clearAlarm', 'Alarm was already cleared!'],
      ['unassignAlarm', 'Alarm was already unassigned!'],
    ] as const) {
      expect(refusalOf(await target.admin.ask(call, { params }))).toEqual([400, 31, message])
    }
    expect((await target.admin.ask('deleteAlarm', { params })).json()).toBe(true)
    expect((await target.admin.ask('alarm', { params })).status).toBe(404)
  })

  it('are updated by id, whatever their state; what is left out goes', async () => {
    const alarm = await raise({ details: { lamp: 1 } })
    await act('clearAlarm', alarm)
    const changed = await raise({ id: alarm.id, type: 'another', severity: 'WARNING', acknowledged: true })
    expect(changed).toMatchObject({ id: alarm.id, type: alarm.type, status: 'CLEARED_ACK', details: {} })
  })

  it('are listed by status, severity, type and time', async () => {
    const [fresh1, seen, over] = [
      await raise(),
      await raise({ severity: 'MINOR' }),
      await raise({ severity: 'CRITICAL' }),
    ]
    await act('acknowledgeAlarm', seen)
    await act('clearAlarm', over)
    expect(await listed()).toEqual([fresh1.type, seen.type, over.type])
    expect(await listed({ statusList: 'ACTIVE,UNACK' })).toEqual([fresh1.type])
    expect(await listed({ statusList: 'CLEARED' })).toEqual([over.type])
    expect(await listed({ severityList: 'MINOR,CRITICAL' })).toEqual([seen.type, over.type])
    expect(await listed({ typeList: seen.type })).toEqual([seen.type])
    expect(await listed({ startTime: 1, endTime: fresh1.createdTime - 1 })).toEqual([])
    expect(await listed({ sortProperty: 'severity' })).toEqual([over.type, fresh1.type, seen.type])
    const highest = (query: Record<string, string>) =>
      target.admin.ask('highestAlarmSeverity', { params: ofDevice(), query })
    expect((await highest({})).json()).toBe('CRITICAL')
    expect((await highest({ searchStatus: 'ACTIVE' })).json()).toBe('MAJOR')
    expect((await highest({ status: 'CLEARED_ACK' })).text).toBe('')
  })

  it('have types that are listed while there is an alarm of them', async () => {
    const { type, id } = await raise()
    const query = { pageSize: 10, page: 0, textSearch: type }
    const types = async () => (await target.admin.ask('alarmTypes', { query })).json<{ data: { type: string }[] }>()
    const listedTypes = await eventually(types, ({ data }) => data.length > 0)
    expect(listedTypes).toMatchObject({ data: [{ entityType: 'ALARM', type }], totalElements: 1 })
    await target.admin.ask('deleteAlarm', { params: { alarmId: id.id } })
    await eventually(types, ({ data }) => data.length === 0)
  })

  it('go with their device', async () => {
    const alarm = await raise()
    await target.admin.ask('deleteDevice', { params: { deviceId: device.id.id } })
    const params = { alarmId: alarm.id.id }
    const read = () => target.admin.ask('alarm', { params })
    const gone = await eventually(read, ({ status }) => status === 404)
    expect(refusalOf(gone)).toEqual([404, 32, `Alarm with id [${alarm.id.id}] is not found`])
  })

  it.each([
    ['no severity', { severity: null }, 400, 31, 'Validation error: severity must not be null'],
    ['no type', { type: null }, 400, 31, 'Validation error: type must not be null'],
    ['markup', { type: '<b>x</b>' }, 400, 31, 'Validation error: type is malformed'],
    ['no originator', { originator: null }, 404, 32, "Requested item wasn't found!"],
    [
      'an end before its start',
      { startTs: 2, endTs: 1 },
      400,
      31,
      "Alarm start ts can't be greater then alarm end ts!",
    ],
  ])('are refused with %s', async (_, change, ...refusal) => {
    const body = { type: fresh('alarm'), originator: device.id, severity: 'MAJOR', ...change }
    expect(refusalOf(await target.admin.ask('saveAlarm', { body }))).toEqual(refusal)
  })
})

describe('comments on alarms', () => {
  const commentsOn = async (alarm: Alarm): Promise<AlarmCommentInfo[]> => {
    const query = { pageSize: 20, page: 0, sortProperty: 'createdTime', sortOrder: 'ASC' }
    const answer = await target.admin.ask('alarmComments', { params: { alarmId: alarm.id.id }, query })
    return pageOf(AlarmCommentInfo).parse(answer.json()).data
  }

  it('are written, edited and deleted, and tell of acts', async () => {
    const alarm = await raise()
    const params = { alarmId: alarm.id.id }
    const write = (body: object) => target.admin.ask('saveAlarmComment', { params, body })
    const first = (await write({ comment: { text: 'on the way' } })).json<AlarmCommentInfo>()
    const edited = (await write({ id: first.id, comment: { text: 'there' } })).json()
    expect(edited).toMatchObject({ id: first.id, type: 'OTHER', comment: { text: 'there', edited: 'true' } })
    await act('acknowledgeAlarm', alarm)
    const subtypes = async () => (await commentsOn(alarm)).map(({ comment }) => comment?.subtype)
    expect(await subtypes()).toEqual([undefined, 'ACKED_BY_USER'])
    const gone = await target.admin.ask('deleteAlarmComment', { params: { ...params, commentId: first.id.id } })
    expect([gone.status, gone.text]).toEqual([200, ''])
    expect(await subtypes()).toEqual(['COMMENT_DELETED', 'ACKED_BY_USER'])
    expect(refusalOf(await write({}))).toEqual([400, 31, 'Alarm comment should be specified!'])
  })
})

describe.runIf(isStrict)('customer users, strictly', () => {
  it('look after alarms of what is theirs now, and raise, change and delete none', async () => {
    const { admin } = target
    const [mine, other] = [await admin.createCustomer(fresh('customer')), await admin.createCustomer(fresh('customer'))]
    const { user, client } = await createViewer(admin, mine, freshEmail(), 'correct horse')
    const alarm = await raise()
    const params = { alarmId: alarm.id.id, userId: user.id.id }
    expect((await client.ask('alarm', { params })).status).toBe(403)
    await admin.ask('assignDevice', { params: { customerId: mine.id.id, deviceId: device.id.id } })
    for (const call of ['acknowledgeAlarm', 'assignAlarm', 'unassignAlarm', 'clearAlarm'] as const) {
      expect([call, (await client.ask(call, { params })).status]).toEqual([call, 200])
    }
    const body = { type: 'Own', originator: device.id, severity: 'MAJOR', customerId: mine.id }
    for (const refused of [await client.ask('saveAlarm', { body }), await client.ask('deleteAlarm', { params })]) {
      expect(refusalOf(refused).slice(0, 2)).toEqual([403, 20])
    }
    await admin.ask('assignDevice', { params: { customerId: other.id.id, deviceId: device.id.id } })
    const list = (await client.ask('alarmsV2', { query: { pageSize: 10, page: 0 } })).json()
    expect([list.totalElements, (await client.ask('alarm', { params })).status]).toEqual([0, 403])
  })
})
