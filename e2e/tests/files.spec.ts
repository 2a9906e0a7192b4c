/** @file Settings of junctions and lists of devices, in and out as files. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectEveryLook } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

/** Chooses a file with this text. */
async function choose(page: Page, text: string, name = 'junctions.csv'): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Choose (a|another) file$/ }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** Presses a button and returns the text of the file that it saves. */
async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return readFileSync(await download.path(), 'utf8')
}

test('settings go out as a file and in again: a wrong line stops all, a right file is previewed and sent in stages', async ({
  page,
  scene,
  system: { api },
}) => {
  const first = await scene.device()
  const second = await scene.device()
  await scene.controller(first)
  await scene.controller(second)
  await page.goto(`/devices/${first.id}`)
  await page.getByRole('link', { name: 'Sheet' }).click()
  await page.getByRole('link', { name: 'Settings as a file' }).click()
  await expect(page.getByText(`The junction ${first.label}`)).toBeVisible()
  const exported = await saved(page, 'Save as CSV')
  expect(exported).toMatch(/^\uFEFFname,label,Plan_total,Vang,/)
  expect(exported.split('\r\n')[1]).toMatch(new RegExp(`^${first.name},${first.label},5,3,2,`))

  await choose(page, `name,Vang,Do_cong\n${first.name},4,2\n${second.name},4,two\n`)
  const problem = page.getByRole('row', { name: /^3 Do_cong/ })
  await expect(problem).toContainText('"two"')
  await expect(page.getByRole('alert')).toContainText('1 problem. Fix it before sending.')
  await expectAccessible(page)
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0)

  await choose(page, `name,Vang,Do_cong\n${first.name},4,2\n${second.name},4,2\n`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('columnheader')).toHaveText(['Junction', 'Yellow'])
  await expect(preview.getByRole('row').filter({ hasText: second.label })).toContainText('3 s → 4 s')
  await expectEveryLook(page)
  for (const tick of await page
    .getByRole('group', { name: /^(Danger|Read)/ })
    .getByRole('checkbox')
    .all())
    await tick.check()
  const code = page.getByLabel('Type 2 to send it')
  if (await code.isVisible()) await code.fill('2')
  await page.getByLabel(/^Why/).fill('Rain')
  await page.getByRole('button', { name: 'Send to 2 junctions' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Settings from junctions.csv')
  const rows = page.getByRole('region', { name: 'Junctions' }).getByRole('row')
  await expect(rows.filter({ hasText: first.label })).toContainText('not seen on the street yet')
  await expect(rows.filter({ hasText: second.label })).toContainText('Not sent yet')
  expect(await api.attributes(first.id, 'SHARED_SCOPE')).toMatchObject({ Vang: 4, Do_cong: 2 })
  expect(await api.attributes(second.id, 'SHARED_SCOPE')).toMatchObject({ Vang: 3, Do_cong: 2 })
  const rolloutId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.goto('about:blank')
  await api.call('deleteAsset', { params: { assetId: rolloutId } })
})

test('a list of devices is imported line by line, their logins are saved once, and leaving before that is asked about', async ({
  page,
  scene,
  system: { api },
}, { parallelIndex }) => {
  const street = `Nhập-${parallelIndex}-${Date.now()}`
  const customer = await scene.customer()
  await page.goto('/devices')
  await page.getByRole('link', { name: 'As a file' }).click()
  await choose(page, `name,label,customer\n${street}-1,Lê Lợi,Nobody\n`)
  await expect(page.getByRole('row', { name: /^2 customer/ })).toContainText('There is no “Nobody” on the platform')

  await choose(page, `name,label,customer\n${street}-1,Lê Lợi,${customer.title}\n${street}-2,Hàm Nghi,\n`)
  await page.getByRole('button', { name: 'Import 2 lines' }).click()
  await expect(page.getByRole('list', { name: 'Report' })).toHaveText('2 · created')
  await expectEveryLook(page)
  await page.getByRole('link', { name: 'Devices', exact: true }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Hủy' }).click()
  const logins = await saved(page, 'Save the logins')
  expect(logins).toMatch(
    new RegExp(`^name,clientId,userName,password\r\n${street}-1,${street}-1,${street}-1,[0-9a-f]{24}\r\n`),
  )

  const { data } = await api.call('tenantDevices', { query: { page: 0, pageSize: 10, textSearch: street } })
  for (const { id } of data) scene.owns({ kind: 'device', id: id.id })
  expect(Object.fromEntries(data.map(({ name, customerTitle }) => [name, customerTitle]))).toEqual({
    [`${street}-1`]: customer.title,
    [`${street}-2`]: null,
  })
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await expect(page.getByText('All lines are there already.')).toBeVisible()
})
