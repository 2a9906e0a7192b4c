import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { expect, it } from 'vitest'
import type { PastStep } from '../../../data/queries/pastIncidents.ts'
import { CUSTOMER_ID, testAlarm, testDevice } from '../../../test/records.ts'
import { type ExportParts, exportIncidents } from './exportIncidents.ts'

const CUSTOMER = { entityType: 'CUSTOMER', id: CUSTOMER_ID } as const

async function* stepsOf(...steps: readonly (readonly AlarmInfo[])[]): AsyncGenerator<PastStep> {
  const total = steps.flat().length
  for (const incidents of steps) yield { incidents, total }
}

const write = (parts: Pick<ExportParts, 'steps'> & Partial<ExportParts>) =>
  exportIncidents({
    sentence: ({ text }) => text,
    titleOf: async () => 'Quận 1',
    onProgress: () => undefined,
    ...parts,
  })

const past = (number: number, change: Partial<AlarmInfo> = {}) =>
  testAlarm(number, testDevice(number), {
    cleared: true,
    status: 'CLEARED_UNACK',
    clearTs: 1_767_323_105_000,
    ...change,
  })

it('a file has a byte order mark, a head, and each incident with its times in a zone, its level, words and ids', async () => {
  const details = { code: 'dark', text: 'Phase 2 is dark, all of it' }
  const dark = past(1, {
    type: 'Dark',
    details,
    startTs: 1_767_323_045_000,
    customerId: CUSTOMER,
    acknowledged: true,
    ackTs: 1_767_323_050_000,
    assignee: { id: { id: CUSTOMER_ID }, firstName: null, lastName: null, email: '=cmd@signal.vn' },
  })
  const { file, written, endsAtMs } = await write({ steps: stepsOf([dark], [past(2, { type: 'Low voltage' })]) })
  expect([written, endsAtMs]).toEqual([2, null])
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, first, second, end] = new TextDecoder().decode(bytes).split('\r\n')
  expect(head).toMatch(/^began,ended,lasted_seconds,level,code,kind,sentence,junction,device_name,customer,/)
  expect(first).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d,[^,]+,60,fault,dark,Dark,"Phase 2 is dark, all of it",Ngã tư 1,TLC-0001,Quận 1,/,
  )
  expect(first).toContain(",'=cmd@signal.vn,")
  expect(first?.endsWith(`${dark.originator.id},${dark.id.id}`)).toBe(true)
  expect(second).toContain(',other,Low voltage,Low voltage,')
  expect(end).toBe('')
})

it('a customer is asked for once, and progress is reported after each step', async () => {
  const asked: string[] = []
  const progress: unknown[] = []
  await write({
    steps: stepsOf([past(1, { customerId: CUSTOMER }), past(2, { customerId: CUSTOMER })], [past(3)]),
    titleOf: async (customerId) => {
      asked.push(customerId)
      return 'Quận 1'
    },
    onProgress: (state) => progress.push(state),
  })
  expect(asked).toEqual([CUSTOMER_ID])
  expect(progress).toEqual([
    { written: 2, total: 3 },
    { written: 3, total: 3 },
  ])
})

it('a file ends before the line that would make it larger than its limit, and says where', async () => {
  const endless = (async function* (): AsyncGenerator<PastStep> {
    for (let number = 1; ; number += 2) yield { incidents: [past(number), past(number + 1)], total: 1_000_000 }
  })()
  const { file, written, total, endsAtMs } = await write({ steps: endless, mostBytes: 2000 })
  expect(file.size).toBeLessThanOrEqual(2000)
  expect(file.size).toBeGreaterThan(1500)
  const lines = (await file.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(written + 1)
  expect(total).toBe(1_000_000)
  expect(endsAtMs).toBe(past(written + 1).createdTime)
})
