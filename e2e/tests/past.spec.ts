import { readFile } from 'node:fs/promises'
import { CLOCK, CONFLICT, DARK, raise } from '../fixtures/incidents.ts'
import { expectLegible, expectTouchable } from '../fixtures/legibility.ts'
import { expectEveryLook, savePicture } from '../fixtures/looks.ts'
import { expect, signIn, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('past incidents are filtered, open into their numbers and comments, and are saved as a file', async ({
  page,
  scene,
  system: { api },
}) => {
  const customer = await scene.customer()
  const [here, there] = [await scene.device({ customer }), await scene.device()]
  const dark = await raise(api, here.id, DARK)
  await api.call('acknowledgeAlarm', { params: { alarmId: dark.id.id } })
  await api.call('saveAlarmComment', {
    params: { alarmId: dark.id.id },
    body: { comment: { text: 'A fuse was replaced' } },
  })
  const past = [dark, await raise(api, there.id, CONFLICT), await raise(api, there.id, CLOCK)]
  for (const { id } of past) await api.call('clearAlarm', { params: { alarmId: id.id } })
  await raise(api, there.id, DARK)

  await page.goto(`/devices/${there.id}/history`)
  await page.getByRole('link', { name: 'Past incidents' }).click()
  const rows = page.getByRole('list', { name: 'Past incidents' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Phases 1 and 2 have the road at the same time' })).toBeVisible()
  await page.getByLabel('Severity').selectOption('Deviation')
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveText(/Its clock is 41 s ahead.*lasted 4 min.*never acknowledged/)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByLabel('Customer').focus()
  await page.getByLabel('Customer').selectOption(customer.title)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('acknowledged by')
  await expect(rows).toContainText('1 comment')
  await rows.getByRole('button', { name: /^Details/ }).click()
  await expect(rows.getByRole('table')).toContainText('0 / 0 / 12')
  await expect(rows.first()).toContainText('A fuse was replaced')
  await page.reload()
  await expect(page.getByLabel('Customer')).toHaveValue(customer.id.id)
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: /^Details/ }).click()
  await expect(rows.first()).toContainText('A fuse was replaced')

  await expect(rows.getByRole('table')).toBeVisible()
  await expectEveryLook(page, async (look) => {
    await expectLegible(page)
    await savePicture(page, `past-${look}`, { fullPage: true })
  })

  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await begun
  expect(file.suggestedFilename()).toMatch(/^incidents-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFFbegan,ended,lasted_seconds,')).toBe(true)
  const [, line, end] = text.split('\r\n')
  expect(line).toContain(`,fault,dark,Dark,Phase 2 is dark,${here.label},${here.name},${customer.title},`)
  expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\+07:00,/)
  expect(end).toBe('')
  await expect(page.getByText('The file has 1 incident.')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('every control of the past incidents can be touched', async ({ page, scene, system: { api } }) => {
    const alarm = await raise(api, (await scene.device()).id, DARK)
    await api.call('clearAlarm', { params: { alarmId: alarm.id.id } })
    await page.goto('/now?show=past')
    await expect(page.getByRole('list', { name: 'Past incidents' })).toBeVisible()
    await expectTouchable(page)
  })
})

test.describe('a customer user', () => {
  test.use({ signedInAs: 'nobody' })

  test('sees the past incidents of the own junctions alone', async ({ page, scene, system: { api } }) => {
    const customer = await scene.customer()
    const user = await scene.user(customer)
    const [own, other] = [await scene.device({ customer }), await scene.device()]
    for (const { id } of [await raise(api, own.id, DARK), await raise(api, other.id, DARK)])
      await api.call('clearAlarm', { params: { alarmId: id.id } })
    await signIn(page, user.email, user.password)
    await page.goto('/now?show=past')
    const rows = page.getByRole('list', { name: 'Past incidents' }).getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(own.label)
    await expect(page.getByLabel('Customer')).toHaveCount(0)
  })
})
