import { act } from '@testing-library/react'
import { expect, it, test } from 'vitest'
import type { TroubledJunction } from '../../../data/queries/junctionReads.ts'
import { watchHolder } from '../../../data/useWatch.ts'
import { WATCHED } from '../../../test/mapFleet.ts'
import { testPage } from '../../../test/records.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { stubPlatform } from '../../../test/stubPlatform.ts'
import { useTroubled, worstOf } from './useTroubled.ts'

function Levels({ hasDevices }: { readonly hasDevices: boolean }) {
  return useTroubled(hasDevices).length
}

test('nothing is asked while there are no devices, though the watch is known', async () => {
  const { calls } = stubPlatform({ 'POST /api/entitiesQuery/find': testPage([]) })
  watchHolder.set(WATCHED)
  const { rerender } = renderPart(<Levels hasDevices={false} />)
  await act(async () => undefined)
  expect(calls).toEqual([])
  rerender(<Levels hasDevices />)
  await expect.poll(() => calls.length).toBe(1)
})

const troubled = (...levels: TroubledJunction['level'][]) =>
  levels.map((level, nth) => ({ deviceId: `d${nth}`, customer: null, level }))

it('is the worst level, with the number of junctions that have it', () => {
  expect(worstOf(troubled(3, 4, 4))).toEqual({ level: 4, count: 2 })
  expect(worstOf(troubled(2, 5))).toEqual({ level: 5, count: 1 })
})

it('is nothing without junctions in trouble', () => {
  expect(worstOf([])).toBeNull()
})
