import { isoDate } from '@greenwave/controller/isoTime'
import { type MutationOptions, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { beginningOf, endInspectionMutation, inspectionsQuery, planInspectionMutation } from './inspections.ts'

const ids = [1, 2, 3].map((nth) => `0000000${nth}-8c1e-41f0-9a55-0f6a3c2b7e10`)
const [first = '', second = '', gone = ''] = ids
const LAMPS = { name: 'Lamps', months: 6, from: '2026-12-01', last: null }
const CABINET = { ...LAMPS, name: 'Cabinet', last: '2026-06-01' }

beforeEach(() => signInForTest())

/** A platform with the attributes of two junctions; a third one was deleted. */
function startPlatform(stored: Record<string, Record<string, unknown>>) {
  const attributes = (id: string) => `/api/plugins/telemetry/DEVICE/${id}`
  const answers: Record<string, unknown> = {}
  for (const id of ids) {
    const missing = () => errorAnswer(404, "Device with requested id wasn't found!", 32)
    const of = (answer: (values: Record<string, unknown>, call: RecordedCall) => unknown) => (call: RecordedCall) => {
      const values = stored[id]
      return values ? answer(values, call) : missing()
    }
    answers[`GET ${attributes(id)}/values/attributes/SERVER_SCOPE`] = of((values, { query }) =>
      Object.entries(values).flatMap(([key, value]) =>
        query.get('keys') === key ? [{ key, value, lastUpdateTs: 1 }] : [],
      ),
    )
    answers[`POST ${attributes(id)}/SERVER_SCOPE`] = of((values, { body }) => void Object.assign(values, body))
    answers[`DELETE ${attributes(id)}/SERVER_SCOPE`] = of((values, { query }) => {
      for (const key of query.get('keys')?.split(',') ?? []) delete values[key]
    })
  }
  return stubPlatform(answers)
}

function run<V>(mutation: MutationOptions<void, Error, V>, variables: V): Promise<void> {
  const client = new QueryClient()
  return client.getMutationCache().build(client, mutation).execute(variables)
}

it('an inspection is planned for chosen junctions beside their others, and not for a deleted one', async () => {
  const stored = { [first]: { gw_inspections: [CABINET], gw_inspection_due: 5 }, [second]: {} }
  startPlatform(stored)
  await run(planInspectionMutation, { deviceIds: ids, name: 'Lamps', months: 6, from: '2026-12-01' })
  const due = beginningOf('2026-12-01')
  expect(isoDate(due)).toBe('2026-12-01')
  expect(isoDate(due - 1)).toBe('2026-11-30')
  expect(stored).toEqual({
    [first]: { gw_inspections: [CABINET, LAMPS], gw_inspection_due: due },
    [second]: { gw_inspections: [LAMPS], gw_inspection_due: due },
  })
})

it('an inspection ends at its junctions alone, and the last one leaves no attribute', async () => {
  const stored = {
    [first]: { gw_inspections: [LAMPS, CABINET], gw_inspection_due: 5 },
    [second]: { gw_inspections: [LAMPS], gw_inspection_due: 5 },
  }
  startPlatform(stored)
  await run(endInspectionMutation([first, second, gone]), 'Lamps')
  expect(stored).toEqual({
    [first]: { gw_inspections: [CABINET], gw_inspection_due: beginningOf('2026-12-01') },
    [second]: {},
  })
})

it('the platform finds what is due, and only that is listed, what is due longest first', async () => {
  const row = (id: string, label: string, inspections: unknown) => ({
    entityId: { entityType: 'DEVICE', id },
    latest: {
      ENTITY_FIELD: { name: { ts: 0, value: `TLC ${label}` }, label: { ts: 0, value: label } },
      SERVER_ATTRIBUTE: { gw_inspections: { ts: 0, value: JSON.stringify(inspections) } },
    },
  })
  const late = { ...LAMPS, from: '2020-01-01' }
  const { calls } = stubPlatform({
    'POST /api/entitiesQuery/find': {
      data: [
        row(first, 'Lê Lợi', [
          { ...LAMPS, from: '2900-01-01' },
          { ...CABINET, from: isoDate(Date.now()), last: null },
        ]),
        row(second, ' ', [late]),
      ],
      ...{ totalPages: 1, totalElements: 2, hasNext: false },
    },
  })
  const rows = await new QueryClient().fetchQuery(inspectionsQuery('due'))
  expect(rows.map(({ deviceId, junction, due }) => [deviceId, junction, due])).toEqual([
    [second, 'TLC  ', '2020-01-01'],
    [first, 'Lê Lợi', isoDate(Date.now())],
  ])
  expect(calls[0]?.body).toMatchObject({
    keyFilters: [{ key: { key: 'gw_inspection_due' }, predicate: { operation: 'LESS_OR_EQUAL' } }],
  })
})
