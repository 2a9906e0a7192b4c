import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { testId, testPage } from '../../test/records.ts'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { holdsQuery } from './holds.ts'

const rows = [9000, 7000].map((until, nth) => ({
  entityId: { entityType: 'DEVICE', id: testId(nth) },
  latest: { SERVER_ATTRIBUTE: { gw_hold: { ts: 1, value: JSON.stringify({ mode: 1, until }) } } },
}))

it.each([
  [testPage(rows), [7000, 9000]],
  [{ ...testPage(rows), hasNext: true }, []],
])('the hold that ends first comes first; of more than are read nobody knows which that is: %#', async (page, ends) => {
  signInForTest()
  stubPlatform({ 'POST /api/entitiesQuery/find': page })
  const holds = await new QueryClient().fetchQuery(holdsQuery(2))
  expect(holds.map(({ until }) => until)).toEqual(ends)
})
