import { systemOfTests } from '@greenwave/harness/ofTest'
import type { AlarmCommentInfo } from '@greenwave/contract/wire/alarmComments'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { entityRef } from '@greenwave/contract/wire/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { type Caller, createTestPlatform } from '../testing/testPlatform.ts'

let alarm: AlarmInfo
let count = 0

const platform = systemOfTests(await createTestPlatform())
const { admin } = platform
const customer = await platform.customer('District 1')
const viewer = await platform.customerUser(customer, 'lan@city.vn')
await admin.post('/api/user', { ...viewer.user, firstName: 'Lan', lastName: 'Ngô' })
const deviceId = (await platform.device('TLC-1', { customerId: customer.id })).id.id
beforeEach(async () => {
  const body = { type: `Alarm ${++count}`, originator: entityRef('DEVICE', deviceId), severity: 'MAJOR' }
  alarm = (await admin.post('/api/alarm', body)).json()
})

const path = (of: { id: { id: string } } = alarm): string => `/api/alarm/${of.id.id}/comment`
const write = async (by: Caller, comment: unknown, id?: { id: string }): Promise<AlarmCommentInfo> =>
  (await by.post(path(), { comment, ...(id && { id }) })).json()
const list = async (query = ''): Promise<AlarmCommentInfo[]> =>
  (await admin.get(`${path()}?pageSize=100&page=0${query}`)).json().data
const refusal = (response: { json(): { status: number; errorCode: number; message: string } }) => {
  const { status, errorCode, message } = response.json()
  return [status, errorCode, message]
}

describe('comments on an alarm', () => {
  it('are written by administrators and users of the customer, and listed in that order with their authors', async () => {
    const first = await write(admin, { text: 'checked on site' })
    expect(first).toEqual({
      id: { id: expect.any(String) },
      createdTime: expect.any(Number),
      alarmId: alarm.id,
      userId: { entityType: 'USER', id: expect.any(String) },
      type: 'OTHER',
      comment: { text: 'checked on site' },
      name: '{"text":"checked on site"}',
    })
    const second = await write(viewer.caller, { photo: [1] })
    expect(await list()).toEqual([
      { ...first, firstName: null, lastName: null, email: admin.email },
      { ...second, firstName: 'Lan', lastName: 'Ngô', email: 'lan@city.vn' },
    ])
    expect((await list('&sortProperty=createdTime&sortOrder=DESC')).map(({ id }) => id)).toEqual([second.id, first.id])
    const page = (await viewer.caller.get(`${path()}?pageSize=1&page=1`)).json()
    expect(page).toMatchObject({ data: [{ id: second.id }], totalElements: 2, totalPages: 2, hasNext: false })
  })

  it('are edited by their author alone, which shows', async () => {
    const { id, createdTime } = await write(viewer.caller, { text: 'on my way' })
    const edited = await write(viewer.caller, { text: 'there' }, id)
    expect(edited).toMatchObject({
      id,
      createdTime,
      comment: { text: 'there', edited: 'true', editedOn: expect.any(Number) },
    })
    expect(edited.name).toBe(JSON.stringify(edited.comment))
    expect(refusal(await admin.post(path(), { id, comment: { text: 'mine' } }))).toEqual([
      403,
      20,
      "User is not allowed to edit other user's comment",
    ])
  })

  it('are deleted by their author or an administrator, which leaves a note', async () => {
    const mine = await write(viewer.caller, { text: 'one' })
    const theirs = await write(admin, { text: 'two' })
    expect(refusal(await viewer.caller.delete(`${path()}/${theirs.id.id}`))).toEqual([
      403,
      20,
      "User is not allowed to delete other user's comment",
    ])
    const gone = await admin.delete(`${path()}/${mine.id.id}`)
    expect([gone.statusCode, gone.body]).toEqual([200, ''])
    const note = {
      text: 'Comment was deleted by user admin@city.vn',
      subtype: 'COMMENT_DELETED',
      userName: 'admin@city.vn',
    }
    expect((await list())[0]).toMatchObject({
      ...mine,
      userId: null,
      type: 'SYSTEM',
      comment: note,
      name: JSON.stringify(note),
      email: null,
    })
    expect(refusal(await admin.delete(`${path()}/${mine.id.id}`))).toEqual([
      400,
      31,
      'System comment could not be deleted',
    ])
  })

  it('of the platform tell of each act and cannot be edited', async () => {
    const { user, caller } = viewer
    await caller.post(`/api/alarm/${alarm.id.id}/ack`)
    await caller.post(`/api/alarm/${alarm.id.id}/assign/${user.id.id}`)
    await admin.delete(`/api/alarm/${alarm.id.id}/assign`)
    await admin.post(`/api/alarm/${alarm.id.id}/clear`)
    const notes = await list()
    expect(notes.map(({ type, comment }) => [type, comment])).toEqual([
      ['SYSTEM', { text: 'Alarm was acknowledged by user Lan Ngô', subtype: 'ACKED_BY_USER', userName: 'Lan Ngô' }],
      [
        'SYSTEM',
        {
          text: 'Alarm was assigned by user Lan Ngô to user Lan Ngô',
          subtype: 'ASSIGNED_TO_USER',
          userName: 'Lan Ngô',
          assigneeName: 'Lan Ngô',
        },
      ],
      [
        'SYSTEM',
        {
          text: 'Alarm was unassigned by user admin@city.vn',
          subtype: 'UNASSIGNED_BY_USER',
          userName: 'admin@city.vn',
        },
      ],
      [
        'SYSTEM',
        { text: 'Alarm was cleared by user admin@city.vn', subtype: 'CLEARED_BY_USER', userName: 'admin@city.vn' },
      ],
    ])
    expect(notes[0]?.userId).toEqual(user.id)
    const id = notes[0]?.id
    expect(refusal(await caller.post(path(), { id, comment: { text: 'x' } }))).toEqual([
      400,
      31,
      "System alarm comment can't be updated!",
    ])
    expect(refusal(await admin.post(path(), { id, comment: { text: 'x' } }))[0]).toBe(403)
  })

  it.each([
    ['nothing', {}, 400, 'Alarm comment should be specified!'],
    ['a text', { comment: 'x' }, 400, 'Malformed request: comment: a comment is an object, such as {"text":"…"}'],
    ['markup', { comment: { text: '<img src=x>' } }, 400, 'Validation error: comment is malformed'],
    [
      'a book',
      { comment: { text: 'ư'.repeat(6000) } },
      400,
      'A comment takes 12011 bytes as JSON, at most 10240 are allowed.',
    ],
    [
      'an unknown id',
      { id: { id: '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10' }, comment: { text: 'x' } },
      404,
      'Alarm comment with id [5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10] is not found',
    ],
  ])('are refused with %s', async (_, body, status, message) => {
    const response = await admin.post(path(), body)
    expect([response.statusCode, response.json().message]).toEqual([status, message])
    expect(await list()).toEqual([])
  })

  it('are found at their own alarm only', async () => {
    const { id } = await write(admin, { text: 'here' })
    const body = { type: `Alarm ${++count}`, originator: alarm.originator, severity: 'MAJOR' }
    const other = (await admin.post('/api/alarm', body)).json()
    expect((await admin.delete(`${path(other)}/${id.id}`)).statusCode).toBe(404)
    expect((await admin.post(path(other), { id, comment: { text: 'there' } })).statusCode).toBe(404)
  })

  it('are as many as an alarm may have, and acts go on without them', async () => {
    const { store } = platform
    const note = await write(admin, { n: 0 })
    for (let n = 1; n < LIMITS.commentsOfAlarm.value; n += 1) {
      store.alarms.comments.add({ ...note, id: { id: crypto.randomUUID() } })
    }
    expect(refusal(await admin.post(path(), { comment: { n: 'one too many' } }))).toEqual([
      400,
      31,
      'An alarm has at most 1000 comments!',
    ])
    expect((await admin.post(`/api/alarm/${alarm.id.id}/ack`)).statusCode).toBe(200)
    expect(await store.alarms.comments.count(alarm.id.id)).toBe(LIMITS.commentsOfAlarm.value)
    expect((await write(admin, { text: 'edited' }, note.id)).comment).toMatchObject({ text: 'edited' })
  })

  it('have records of their own, of the alarm', async () => {
    const { id } = await write(admin, { text: 'one' })
    await write(admin, { text: 'two' }, id)
    await admin.delete(`${path()}/${id.id}`)
    const query = 'pageSize=10&page=0&sortProperty=createdTime&sortOrder=ASC'
    const { data } = (await admin.get(`/api/audit/logs/entity/ALARM/${alarm.id.id}?${query}`)).json()
    const notified = data.map(({ actionType, entityName, actionData }: Record<string, unknown>) => [
      actionType,
      entityName,
      Object(Object(actionData).comment).text,
    ])
    expect(notified).toEqual([
      ['ADDED_COMMENT', alarm.type, 'one'],
      ['UPDATED_COMMENT', alarm.type, 'two'],
      ['DELETED_COMMENT', alarm.type, 'Comment was deleted by user admin@city.vn'],
    ])
  })
})
