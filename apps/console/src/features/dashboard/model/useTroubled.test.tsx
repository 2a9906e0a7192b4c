import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { watchHolder } from '../../../data/useWatch.ts'
import { WATCHED } from '../../../test/mapFleet.ts'
import { testPage } from '../../../test/records.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { stubPlatform } from '../../../test/stubPlatform.ts'
import { useTroubled } from './useTroubled.ts'

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
