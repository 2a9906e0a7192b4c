import { folderOfTests, systemOfTests } from '@greenwave/harness/ofTest'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { Device } from '@greenwave/contract/wire/devices'
import type { User } from '@greenwave/contract/wire/users'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

/** An alarm as the rules of the contract have it; without the times. */
interface Expected {
  readonly device: number
  readonly type: string
  severity: string
  details: unknown
  acknowledged: boolean
  cleared: boolean
  assignee: number | null
  comments: number
}

const TYPES = ['Dark', 'Offline']
const device = fc.integer({ min: 0, max: 1 })
const raised = fc.record({
  device,
  type: fc.constantFrom(...TYPES),
  severity: fc.constantFrom('CRITICAL', 'MINOR'),
  details: fc.constantFrom(undefined, { n: 1 }, 'text'),
  acknowledged: fc.constantFrom(undefined, false, true),
  cleared: fc.constantFrom(undefined, false, true),
  assignee: fc.constantFrom(undefined, 0, 1),
})
/** Which of the alarms that were made, from the newest. */
const which = fc.nat({ max: 3 })
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('raise' as const), said: raised }) },
  fc.record({ act: fc.constant('update' as const), which, said: raised }),
  fc.record({ act: fc.constantFrom('ack' as const, 'clear' as const, 'comment' as const), which }),
  fc.record({ act: fc.constant('assign' as const), which, user: device }),
  fc.record({ act: fc.constantFrom('unassign' as const, 'delete' as const), which }),
)
type Said = typeof raised extends fc.Arbitrary<infer T> ? T : never
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const folder = folderOfTests()
// Cleared alarms are on the disk only, so there must be one.
const platform = systemOfTests(await createTestPlatform({ dataDir: folder }))
const body = { email: 'second@city.vn', authority: 'TENANT_ADMIN' }
const second = (await platform.admin.post('/api/user?sendActivationMail=false', body)).json<User>()
const users = [(await platform.admin.get('/api/auth/user')).json<User>(), second]

/** Applies what a request says to an alarm of the model. */
function apply(alarm: Expected, said: Said): void {
  alarm.severity = said.severity
  alarm.details = said.details ?? {}
  if (said.acknowledged === true && !alarm.acknowledged)
    Object.assign(alarm, { acknowledged: true, comments: alarm.comments + 1 })
  if (said.cleared === true && !alarm.cleared) Object.assign(alarm, { cleared: true, comments: alarm.comments + 1 })
  if (said.assignee !== undefined && said.assignee !== alarm.assignee) {
    Object.assign(alarm, { assignee: said.assignee, comments: alarm.comments + 1 })
  }
}

it('any sequence of acts leaves the alarms as a small model has them, in every list', async () => {
  const { admin } = platform
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      run += 1
      const devices: Device[] = [await platform.device(`A${run}`), await platform.device(`B${run}`)]
      /** Alarms by their ids, the oldest first; deleted ones are taken out. */
      const model = new Map<string, Expected>()

      async function perform(step: Act): Promise<void> {
        if (step.act === 'raise') {
          const { assignee, device: at, ...said } = step.said
          const body = {
            ...said,
            originator: devices[at]?.id,
            assigneeId: assignee === undefined ? null : users[assignee]?.id,
          }
          const known = [...model].find(([, one]) => one.device === at && one.type === said.type && !one.cleared)
          const response = await admin.post('/api/alarm', body)
          expect(response.statusCode).toBe(200)
          const { id } = response.json<AlarmInfo>().id
          if (known !== undefined) expect(id).toBe(known[0])
          const alarm: Expected = known?.[1] ?? {
            ...{ device: at, type: said.type, severity: said.severity, details: {} },
            ...{ acknowledged: false, cleared: false, assignee: null, comments: 0 },
          }
          apply(alarm, step.said)
          model.set(id, alarm)
          return
        }
        const entry = [...model].at(-1 - step.which)
        if (entry === undefined) return
        const [id, alarm] = entry
        const path = `/api/alarm/${id}`
        const expectStatus = async (asked: Promise<{ statusCode: number }>, isAllowed: boolean) =>
          expect((await asked).statusCode).toBe(isAllowed ? 200 : 400)
        switch (step.act) {
          case 'update': {
            const { assignee, device: at, ...said } = step.said
            const assigneeId = assignee === undefined ? null : users[assignee]?.id
            const originator = devices[at]?.id
            await expectStatus(
              admin.post('/api/alarm', { ...said, id: { entityType: 'ALARM', id }, originator, assigneeId }),
              true,
            )
            apply(alarm, step.said)
            if (assignee === undefined && alarm.assignee !== null)
              Object.assign(alarm, { assignee: null, comments: alarm.comments + 1 })
            return
          }
          case 'ack':
            await expectStatus(admin.post(`${path}/ack`), !alarm.acknowledged)
            if (!alarm.acknowledged) Object.assign(alarm, { acknowledged: true, comments: alarm.comments + 1 })
            return
          case 'clear':
            await expectStatus(admin.post(`${path}/clear`), !alarm.cleared)
            if (!alarm.cleared) Object.assign(alarm, { cleared: true, comments: alarm.comments + 1 })
            return
          case 'assign':
            await expectStatus(admin.post(`${path}/assign/${users[step.user]?.id.id}`), alarm.assignee !== step.user)
            if (alarm.assignee !== step.user)
              Object.assign(alarm, { assignee: step.user, comments: alarm.comments + 1 })
            return
          case 'unassign':
            await expectStatus(admin.delete(`${path}/assign`), alarm.assignee !== null)
            if (alarm.assignee !== null) Object.assign(alarm, { assignee: null, comments: alarm.comments + 1 })
            return
          case 'comment':
            await expectStatus(admin.post(`${path}/comment`, { comment: { n: alarm.comments } }), true)
            alarm.comments += 1
            return
          case 'delete':
            await expectStatus(admin.delete(path), true)
            model.delete(id)
        }
      }
      for (const step of acts) await perform(step)

      const statusOf = ({ cleared, acknowledged }: Expected): string =>
        `${cleared ? 'CLEARED' : 'ACTIVE'}_${acknowledged ? 'ACK' : 'UNACK'}`
      for (const [at, { id }] of devices.entries()) {
        for (const [query, holds] of [
          ['', () => true],
          ['&statusList=ACTIVE', (one: Expected) => !one.cleared],
          ['&statusList=CLEARED,UNACK', (one: Expected) => one.cleared && !one.acknowledged],
          [
            '&severityList=CRITICAL&typeList=Dark',
            (one: Expected) => one.severity === 'CRITICAL' && one.type === 'Dark',
          ],
          [`&assigneeId=${users[1]?.id.id}`, (one: Expected) => one.assignee === 1],
        ] as const) {
          const listed = await admin.get(`/api/v2/alarm/DEVICE/${id.id}?pageSize=100&page=0${query}`)
          const found = listed
            .json<{ data: AlarmInfo[] }>()
            .data.map((one) => [
              one.id.id,
              ...[one.type, one.severity, one.details, one.status, one.assigneeId?.id ?? null],
            ])
          const due = [...model].filter(([, one]) => one.device === at && holds(one))
          const wanted = due.map(([alarmId, one]) => [
            alarmId,
            ...[one.type, one.severity, one.details, statusOf(one)],
            one.assignee === null ? null : users[one.assignee]?.id.id,
          ])
          expect(new Set(found.map((row) => JSON.stringify(row)))).toEqual(
            new Set(wanted.map((row) => JSON.stringify(row))),
          )
        }
      }
      for (const [id, { comments }] of model) {
        expect((await admin.get(`/api/alarm/${id}/comment?pageSize=1&page=0`)).json().totalElements).toBe(comments)
      }
    }),
    { numRuns: rounds({ few: 10, all: 150 }) },
  )
})

it('what is asked many times at once is done once, of an active alarm and of a cleared one', async () => {
  const { admin } = platform
  const originator = (await platform.device('Together')).id
  const body = { type: 'Dark', originator, severity: 'MAJOR' }
  const raisedAtOnce = await Promise.all(Array.from({ length: 20 }, () => admin.post('/api/alarm', body)))
  const ids = new Set(raisedAtOnce.map((response) => response.json<AlarmInfo>().id.id))
  expect(ids.size).toBe(1)
  const [id = ''] = ids
  for (const deed of ['clear', 'ack', `assign/${users[1]?.id.id}`]) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post(`/api/alarm/${id}/${deed}`)))
    const done = answers.filter(({ statusCode }) => statusCode === 200)
    expect([deed, done.length]).toEqual([deed, 1])
  }
  const comments = await admin.get(`/api/alarm/${id}/comment?pageSize=10&page=0`)
  expect(comments.json().totalElements).toBe(3)
})
