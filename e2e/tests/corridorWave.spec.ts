/** @file The green wave of a corridor on the street, with a watcher that judges virtual controllers. */
import { writeCorridor } from '@greenwave/contract/records/corridors'
import { expectEveryLook, savePicture } from '../fixtures/looks.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

/** A cycle of 12 s, 6 s of them green for the street. */
const SHORT = {
  ...{ Mode: 4, Vang: 1, Do_cong: 1, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 6, Pr1_X2: 2, Pr1_X3: 0, Start_Pr1_X1: 0, Start_Pr1_X2: 8, Start_Pr1_X3: 0 },
}
/** Half a cycle, and one more, so that no jitter of a second makes it a clock that counts as right. */
const CLOCK_OFF = 'clock-off:18'

test('a clock that is off breaks the wave, which the page of the corridor shows cycle by cycle, with the cause', async ({
  page,
  scene,
  system: { api },
}) => {
  const devices = [await scene.device({ settings: SHORT }), await scene.device({ settings: SHORT })] as const
  await scene.controller(devices[0])
  await scene.controller(devices[1], CLOCK_OFF)
  const junctions = devices.map(({ id }, nth) => ({
    device: id,
    distance: nth === 0 ? null : 10,
    speed: nth === 0 ? { outbound: null, inbound: null } : { outbound: 36, inbound: null },
    phase: { outbound: 1 as const, inbound: null },
  }))
  const { id } = await api.call('saveAsset', {
    query: {},
    body: { name: 'Trục một chiều', type: 'corridor', additionalInfo: writeCorridor({}, { junctions }) },
  })
  scene.owns({ kind: 'corridor', id: id.id })
  await page.goto(`/corridors/${id.id}`)
  const street = page.getByRole('region', { name: 'On the street' })
  const cycles = street
    .getByRole('list', { name: 'Seconds of band in the last cycles, outbound' })
    .getByRole('listitem')
  // The watcher notices a corridor with its next lists, and judges a cycle when its vehicles have left the street.
  await expect(cycles.filter({ hasText: 'less than half of the planned band' }).first()).toBeVisible()
  await expect(street).toContainText(/From \d\d:\d\d:\d\d to \d\d:\d\d:\d\d/)
  await expect(street).toContainText('Outbound, planned 5 s')
  const clock = new RegExp(`The clock of ${devices[1].label} is \\d+ s ahead.`)
  await expect(street.getByRole('list', { name: 'Problems at junctions' })).toContainText(clock)
  // What the clocks make of what is set stands above it.
  await expect(page.getByRole('region', { name: 'Green wave' })).toContainText(clock)
  await expectEveryLook(page, (name) => savePicture(page, `street-${name}`))
})
