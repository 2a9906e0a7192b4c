import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { watchHolder } from '../../../data/useWatch.ts'
import { WATCHED } from '../../../test/mapFleet.ts'
import { testDevice, testPage } from '../../../test/records.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { stubPlatform } from '../../../test/stubPlatform.ts'
import { useLevels } from './useLevels.ts'

function Levels({ devices }: { devices: Parameters<typeof useLevels>[0] }) {
  return useLevels(devices).size
}

test('nothing is asked while there are no devices, though the watch is known', async () => {
  const { calls } = stubPlatform({ 'POST /api/entitiesQuery/find': testPage([]) })
  watchHolder.set(WATCHED)
  const none: Parameters<typeof useLevels>[0] = []
  const { rerender } = renderPart(<Levels devices={none} />)
  await act(async () => undefined)
  expect(calls).toEqual([])
  rerender(<Levels devices={[testDevice(1)]} />)
  await expect.poll(() => calls.length).toBe(1)
})
