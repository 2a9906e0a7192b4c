import { type ChangeRecord, writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { testId, testPage } from '../../test/records.ts'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { recentChangesQuery } from './recentChanges.ts'

const change = (from: string): ChangeRecord => ({
  ...{ id: from, at: 1000, by: { id: 'u', name: 'mai@signal.vn' }, from, state: 'written', why: '', said: '' },
  ...{ words: [], scope: 'SHARED_SCOPE', before: {}, after: { Vang: 4 }, unkept: [] },
})

it('changes of people are waited for, those of the demonstration are not', async () => {
  signInForTest({})
  const rows = ['console', 'demonstration'].map((from, nth) => ({
    entityId: { entityType: 'DEVICE', id: testId(nth) },
    latest: {
      ENTITY_FIELD: { name: { ts: 1, value: from }, label: { ts: 1, value: '' } },
      TIME_SERIES: { gw_change: { ts: 1000, value: JSON.stringify(writeChangeRecord(change(from))) } },
    },
  }))
  stubPlatform({ 'POST /api/entitiesQuery/find': testPage(rows) })
  const read = await new QueryClient().fetchQuery({ ...recentChangesQuery(), retry: false })
  expect(read.map(({ title }) => title)).toEqual(['console'])
})
