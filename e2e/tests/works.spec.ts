/** The life of a work on a junction. */
import { parseInspections } from '@greenwave/contract/records/inspections'
import { WORK_TYPE } from '@greenwave/contract/records/works'
import { parseMute } from '@greenwave/contract/records/watch'
import { isoDate } from '@greenwave/controller/isoTime'
import { openDevice } from '../fixtures/devicePage.ts'
import { expectEveryLook, savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.describe('an administrator', () => {
  test.use({ signedInAs: 'admin' })

  test('a work is reported, on site with the junction muted in its name, and done with the mute ended @behindAFront', async ({
    page,
    scene,
    system: { api, district },
  }) => {
    const device = await scene.device({ customer: district })
    await scene.controller(device)
    const mute = async () => parseMute((await api.attributes(device.id, 'SERVER_SCOPE')).gw_mute)
    const dialog = page.getByRole('dialog')
    const row = page.getByRole('list', { name: 'Works' }).getByRole('listitem')

    await openDevice(page, device.id)
    await page.getByRole('link', { name: 'Works', exact: true }).click()
    await expect(page.getByText('No works')).toBeVisible()
    await page.getByRole('button', { name: 'New work' }).click()
    await dialog.getByRole('button', { name: 'Save the work' }).click()
    await expect(dialog.getByText('Write the reason')).toBeVisible()
    await dialog.getByLabel('Person or firm').fill('Công ty Đèn Sài Gòn')
    await dialog.getByLabel('Reason').fill('Red lamp of phase 1 is out')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save the work' }).click()
    await expect(row).toContainText('Reported')
    await expect(row).toContainText('Repair · Công ty Đèn Sài Gòn')
    expect(await mute()).toBeUndefined()

    await row.getByRole('button', { name: 'Update' }).click()
    await dialog.getByLabel('State').selectOption('On site')
    await dialog.getByRole('button', { name: 'Save the work' }).click()
    await expect(row).toContainText(/Lamps at arrival: 1: (?:red|yellow|green|none)/)
    await expect(row).not.toContainText('Not sent yet')
    expect(await mute()).toMatchObject({ why: 'Công ty Đèn Sài Gòn: Red lamp of phase 1 is out' })

    await expectEveryLook(page, (look) => savePicture(page, `works-${look}`, { fullPage: true }))

    await row.getByRole('button', { name: 'Update' }).click()
    await expect(dialog.getByLabel('State').getByRole('option')).toHaveText(['On site', 'Done'])
    await dialog.getByLabel('State').selectOption('Done')
    await dialog.getByLabel('What was done and used').fill('LED module replaced, 1 x 200 mm red')
    await dialog.getByRole('button', { name: 'Save the work' }).click()
    await expect(row).toContainText('Done: LED module replaced, 1 x 200 mm red')
    await expect(row).toContainText(/Lamps at leaving: 1: /)
    await expect(row.getByRole('button', { name: 'Update' })).toHaveCount(0)
    await expect(row).not.toContainText('Not sent yet')
    expect(await mute()).toBeUndefined()

    await page.goto('/changes/works')
    await expect(row.filter({ hasText: device.label })).toContainText('LED module replaced')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    expect((await download).suggestedFilename()).toBe('works.csv')

    const firm = page.getByRole('group', { name: 'Times by firm and kind' }).getByRole('row', { name: /Đèn Sài Gòn/ })
    await expect(firm).toContainText('Repair')
    const most = page.getByRole('group', { name: 'Junctions with the most works' })
    await expect(most.getByRole('row', { name: device.label })).toContainText('1')
    await expectEveryLook(page, (look) => savePicture(page, `works-report-${look}`, { fullPage: true }))
    const report = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV of the report' }).click()
    expect((await report).suggestedFilename()).toBe('works-report.csv')

    // The code at the cabinet opens the works, with the sheet beside them.
    await page.goto(`/changes/works?junction=${device.id}&at=cabinet`)
    await expect(row).toContainText('LED module replaced')
    await expect(page.getByRole('link', { name: 'Timing sheet' })).toHaveAttribute(
      'href',
      `/devices/${device.id}/sheet`,
    )
    await row.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toContainText('Red lamp of phase 1 is out')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Hủy' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Xác nhận' }).click()
    await expect(page.getByText('No works')).toBeVisible()
    const query = { page: 0, pageSize: 10, type: WORK_TYPE, textSearch: device.name } as const
    expect((await api.call('tenantAssets', { query })).data).toEqual([])
  })

  test('an inspection is planned for chosen junctions, comes due in Now, is done by a work and has its next day @behindAFront', async ({
    page,
    scene,
    system: { api, district },
  }) => {
    const device = await scene.device({ customer: district })
    const other = await scene.device()
    const name = `Cabinet of ${device.name}`
    const planned = async (id: string) => parseInspections((await api.attributes(id, 'SERVER_SCOPE')).gw_inspections)
    const dialog = page.getByRole('dialog')
    const card = page.getByRole('region', { name: 'Planned inspections' })
    const row = card.getByRole('list', { name: 'Planned inspections' }).getByRole('listitem').filter({ hasText: name })
    const today = isoDate(Date.now())
    const picture = (of: string) => (look: string) => savePicture(page, `${of}-${look}`, { fullPage: true })

    for (const { name: chosen } of [device, other]) {
      await page.goto(`/devices?textSearch=${chosen}`)
      await page.getByRole('checkbox', { name: `Choose ${chosen}`, exact: true }).click()
    }
    await page.getByRole('group', { name: 'Chosen junctions' }).getByRole('button', { name: 'Inspections' }).click()
    await card.getByRole('button', { name: 'Plan for 2 chosen junctions' }).click()
    await dialog.getByLabel('Every (months)').fill('0')
    await dialog.getByRole('button', { name: 'Save the inspection' }).click()
    await expect(dialog.getByText('Give a name')).toBeVisible()
    await expect(dialog.getByText('Give a number of months from 1 to 120')).toBeVisible()
    await dialog.getByLabel('Inspection').fill(name)
    await dialog.getByLabel('Every (months)').fill('6')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save the inspection' }).click()
    await expect(row).toContainText('Due today')
    await expect(row).toContainText('every 6 months · 2 junctions')
    const plan = { name, months: 6, from: today, last: null }
    for (const { id } of [device, other]) expect(await planned(id)).toEqual([plan])

    await page.goto('/now')
    const due = page
      .getByRole('region', { name: 'Planned inspections' })
      .getByRole('listitem')
      .filter({ hasText: name })
    await expect(due.filter({ hasText: device.label })).toContainText('Due today')
    await expectEveryLook(page, picture('due'))
    await due.getByRole('link', { name: device.label }).click()

    await row.getByRole('button', { name: 'Note a work' }).click()
    await expect(dialog.getByLabel('Kind')).toHaveValue('inspection')
    await expect(dialog.getByLabel('Planned inspection')).toHaveValue(name)
    await expect(dialog.getByLabel('Reason')).toHaveValue(name)
    await dialog.getByLabel('State').selectOption('Done')
    await dialog.getByRole('button', { name: 'Save the work' }).click()
    const work = page.getByRole('list', { name: 'Works' }).getByRole('listitem')
    await expect(work).toContainText(`Inspection · ${name}`)
    await expect(row).toContainText('every 6 months · last done on')
    await expect(row).toContainText('Due on')
    expect(await planned(device.id)).toEqual([{ ...plan, last: today }])
    await page.goto('/now')
    await expect(due).toHaveCount(1)
    await expect(due).toContainText(other.label)

    await api.writeAttributes(other.id, 'SERVER_SCOPE', {
      gw_inspections: [{ ...plan, from: '2020-01-31' }],
      gw_inspection_due: Date.parse('2020-01-31T00:00+07:00'),
    })
    await page.goto('/changes/works')
    await expect(row).toContainText('days late')
    await expect(row).toContainText('1 junction late')
    const late = page.getByRole('group', { name: 'Inspections that are late' }).getByRole('row', { name: other.label })
    await expect(late).toContainText(`${name}31/01/2020`)
    await expectEveryLook(page, picture('inspections'))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV of the inspections' }).click()
    expect((await download).suggestedFilename()).toBe('inspections.csv')

    await row.getByRole('button', { name: 'End' }).click()
    await dialog.getByRole('button', { name: 'Xác nhận' }).click()
    await expect(row).toHaveCount(0)
    for (const { id } of [device, other]) expect(await planned(id)).toEqual([])
  })

  test('a mute of a user stays when a work begins and ends', async ({ page, scene, system: { api } }) => {
    const device = await scene.device()
    await scene.controller(device)
    const own = { until: Date.now() + 3_600_000, by: 'night@city.vn', why: 'Street festival', at: Date.now() }
    await api.writeAttributes(device.id, 'SERVER_SCOPE', { gw_mute: own })
    const dialog = page.getByRole('dialog')
    await page.goto(`/changes/works?junction=${device.id}`)
    await page.getByRole('button', { name: 'New work' }).click()
    await dialog.getByLabel('Reason').fill('Yearly inspection')
    await dialog.getByLabel('Kind').selectOption('Inspection')
    await dialog.getByLabel('State').selectOption('On site')
    await dialog.getByRole('button', { name: 'Save the work' }).click()
    const row = page.getByRole('list', { name: 'Works' }).getByRole('listitem')
    await expect(row).toContainText('On site')
    await row.getByRole('button', { name: 'Update' }).click()
    await dialog.getByLabel('State').selectOption('Done')
    await dialog.getByRole('button', { name: 'Save the work' }).click()
    await expect(row.getByRole('button', { name: 'Update' })).toHaveCount(0)
    await expect(row).not.toContainText('Not sent yet')
    expect(parseMute((await api.attributes(device.id, 'SERVER_SCOPE')).gw_mute)).toMatchObject({
      why: 'Street festival',
    })
  })
})

test.describe('a customer user', () => {
  test.use({ signedInAs: 'district' })

  test('sees the works on junctions of the customer, and changes none', async ({
    page,
    scene,
    system: { api, district },
  }) => {
    const [own, other] = [await scene.device({ customer: district }), await scene.device()]
    for (const { id, label, customer } of [
      { ...own, customer: district },
      { ...other, customer: undefined },
    ]) {
      const steps = [{ state: 'reported', at: Date.now(), by: 'a@city.vn' }]
      const gw = { device: id, junction: label, kind: 'repair', who: 'Firm A', reason: `Lamp out at ${label}`, steps }
      const asset = { name: `${id} work`, type: WORK_TYPE, label, customerId: customer?.id ?? null }
      await api.call('saveAsset', { body: { ...asset, additionalInfo: { gw } } })
    }
    await page.goto('/changes/works')
    const rows = page.getByRole('list', { name: 'Works' }).getByRole('listitem')
    await expect(rows.filter({ hasText: own.label })).toContainText('Firm A')
    await expect(rows.filter({ hasText: other.label })).toHaveCount(0)
    await expect(rows.getByRole('button', { name: 'Update' })).toHaveCount(0)
    await expectAccessible(page)
  })
})
