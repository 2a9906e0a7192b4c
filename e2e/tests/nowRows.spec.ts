/** @file Rows of the page Now that a test raises itself, in the place of a watcher. */
import { addressOf } from '@greenwave/client/callRequest'
import { OFFLINE, raise } from '../fixtures/incidents.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const ACK = `**${addressOf('acknowledgeAlarm', { params: { alarmId: '*' } })}`

test.use({ signedInAs: 'admin' })

test('junctions that were lost together are one row, which opens into its parts and is acknowledged as one; a failure says so', async ({
  page,
  scene,
  system: { api },
  browserLog,
}) => {
  const customer = await scene.customer()
  const devices = []
  for (let count = 0; count < 5; count += 1) devices.push(await scene.device({ customer }))
  for (const { id } of devices) await raise(api, id, OFFLINE)
  await page.goto('/now')
  const rows = page.getByRole('list', { name: 'Incidents' }).getByRole('listitem')
  const group = rows.filter({ hasText: `5 junctions of ${customer.title}` })
  await expect(group).toContainText(/Lost within \d+ seconds?, probably one link\./)
  await expect(rows.filter({ hasText: devices[0]?.label ?? '' })).toHaveCount(0)
  await group.getByRole('button', { name: 'Show each junction' }).click()
  for (const { label } of devices)
    await expect(rows.filter({ hasText: label })).toContainText(/Not connected since \d\d:\d\d/)
  await expectAccessible(page)

  browserLog.expect(/status of 500 .*\/ack/)
  await page.route(ACK, (route) => route.fulfill({ status: 500, json: { status: 500, message: 'Disk full' } }))
  await group.getByText(/^Lost within/).click()
  await group.getByRole('button', { name: 'Acknowledge all' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'could not be acknowledged. Try again. Disk full' })
  await expect(failure).toHaveCount(1)
  await page.unroute(ACK)
  await failure.getByRole('button', { name: 'Close' }).click()
  await group.getByRole('button', { name: 'Acknowledge all' }).click()
  for (const { label } of devices) await expect(rows.filter({ hasText: label })).toContainText(/acknowledged by /)
  await expect(group.getByRole('button', { name: 'Acknowledge all' })).toHaveCount(0)
  await page.getByRole('link', { name: /^Acknowledged 5/ }).click()
  await expect(group).toBeVisible()
})
