/** @file Ten mixed incidents: every page counts the same junctions by the same rule. */
import { JUNCTION_KEYS, pulseKey } from '@greenwave/contract/records/watch'
import { CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import { entityRef, ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import type { Page } from '@playwright/test'
import { CLOCK, CONFLICT, DARK, junction, OFFLINE, pulse, raise } from '../fixtures/incidents.ts'
import { savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'
import { startTileServer } from '../fixtures/tileServer.ts'

const DISTRICT = { email: 'district3@greenwave.test', password: 'a-scene-at-dusk' }
const HOUR_MS = 3_600_000
const NAMES = ['danger', 'fault', 'deviation', 'hold', 'muted'] as const
const LEVELS: Readonly<Record<(typeof NAMES)[number], number>> = {
  danger: 5,
  fault: 4,
  deviation: 3,
  hold: 2,
  muted: 1,
}
type Counts = Partial<Record<(typeof NAMES)[number], number>>

let platform: PlatformProcess
let api: Api
let tiles: Awaited<ReturnType<typeof startTileServer>>
test.afterEach(async ({ page }) => {
  // An open page would log errors when the platform stops.
  await page.goto('about:blank')
  await platform.stop()
  await tiles.stop()
})

/** Makes ten incidents at nine junctions and a corridor, one of them muted, a hold, and three healthy junctions. */
async function makeIncidents(): Promise<void> {
  const customer = await api.createCustomer('Quận 3')
  await api.createCustomerUser(customer, DISTRICT.email, DISTRICT.password)
  const at = (nth: number) => junction(api, `TLC-${nth}`, `Ngã tư ${nth}`, nth % 2 === 0 ? customer : undefined)
  const ids: string[] = []
  for (let nth = 0; nth < 12; nth += 1) ids.push(await at(nth))
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = ''] = ids
  await raise(api, a, CLOCK, HOUR_MS)
  await raise(api, a, CONFLICT)
  await raise(api, b, DARK)
  await raise(api, c, CLOCK)
  const { id } = await api.call('alarmInfo', { params: { alarmId: (await raise(api, d, CONFLICT)).id.id } })
  await api.call('acknowledgeAlarm', { params: { alarmId: id.id } })
  await raise(api, e, DARK)
  await raise(api, f, OFFLINE)
  await raise(api, g, CLOCK)
  await raise(api, h, DARK)
  const corridor = await api.call('saveAsset', {
    query: {},
    body: { name: 'Nam Kỳ Khởi Nghĩa', type: 'corridor', customerId: customer.id },
  })
  const facts = { direction: 'outbound', seconds: 7, setSeconds: 18, cause: 'clock', aheadSeconds: 41 }
  await api.call('saveAlarm', {
    body: {
      ...{ originator: entityRef('ASSET', corridor.id.id), type: CORRIDOR_INCIDENT.type, severity: 'MINOR' },
      startTs: Date.now() - HOUR_MS,
      details: { code: CORRIDOR_INCIDENT.code, text: '', facts: { ...facts, junction: 'Ngã tư 2', device: c } },
      propagateToOwner: true,
    },
  })
  const write = (deviceId: string, body: Record<string, unknown>) =>
    api.call('saveAttributes', { params: { ...ofDevice(deviceId), scope: 'SERVER_SCOPE' }, body })
  const since = Date.now() - HOUR_MS
  const mute = { until: Date.now() + HOUR_MS, why: 'Road works', by: ADMIN_EMAIL, at: since }
  await write(e, { [JUNCTION_KEYS.level]: 1, [JUNCTION_KEYS.state]: 'muted', [JUNCTION_KEYS.mute]: mute })
  const hold = { mode: 1, until: Date.now() + HOUR_MS, back: 4, by: ADMIN_EMAIL, why: '' }
  const held = { [JUNCTION_KEYS.level]: 2, [JUNCTION_KEYS.state]: 'hold', [JUNCTION_KEYS.since]: since }
  await write(i, { ...held, [JUNCTION_KEYS.mode]: 1, [JUNCTION_KEYS.hold]: hold })
  await pulse(api, [3, 1, 1, 2, 3, 2])
  await api.call('saveAttributes', {
    params: { entityType: 'CUSTOMER', entityId: customer.id.id, scope: 'SERVER_SCOPE' },
    body: { [pulseKey(1, 1)]: { at: Date.now(), levels: [1, 1, 1, 2, 0, 1], unknown: 0, revision: Date.now() } },
  })
}

const ribbonOf = (page: Page) => page.getByRole('region', { name: 'State of all junctions' })

/** Expects one set of numbers on every page. */
async function expectOneCount(page: Page, counts: Counts): Promise<void> {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  await page.goto(`${platform.url}/now`)
  const rows = page.getByRole('list', { name: 'Incidents' }).locator('> [data-row]')
  for (const name of NAMES) {
    const count = counts[name] ?? 0
    await expect(ribbonOf(page).locator(`[data-state=${name}]`)).toHaveText(
      count ? [new RegExp(`${count} ${name}`)] : [],
    )
    await expect(rows.locator(`[data-level="${LEVELS[name]}"]`), `rows of ${name}`).toHaveCount(count)
  }
  await expect(page.getByRole('link', { name: `Open ${all}` })).toBeVisible()
  await expect(page).toHaveTitle(/^◆ /)
  await expectAccessible(page)
  await savePicture(page, `now-${all}`)

  for (const name of NAMES) {
    const count = counts[name] ?? 0
    if (count === 0) continue
    await page.goto(`${platform.url}/devices?state=${name}`)
    await expect(page.getByRole('group', { name: 'Filters' }).locator('[aria-current]')).toContainText(String(count))
    await expect(page.getByText(`of ${count} results`)).toBeVisible()
  }

  await page.goto(`${platform.url}/reports`)
  for (const name of NAMES) {
    const shown = page.getByText('Open now:').locator(`[data-state=${name}]`)
    await expect(shown).toHaveText(counts[name] ? [new RegExp(`${counts[name]} ${name}`)] : [])
  }

  await page.goto(`${platform.url}/now?view=wall`)
  await expect(page.getByRole('list', { name: 'Incidents, the worst first' }).locator('> li')).toHaveCount(
    all - (counts.muted ?? 0),
  )
  for (const name of NAMES) {
    const shown = page.getByRole('list', { name: 'State of all junctions' }).locator(`[data-state=${name}]`)
    await expect(shown).toHaveText(counts[name] ? [new RegExp(`${counts[name]}\\s*${name}`)] : [])
  }
  await expect(page).toHaveTitle(/^◆ /)
  await savePicture(page, `wall-${all}`)
}

test('ten incidents are counted alike by ribbon, Now, wall, tab, devices, reports and a hand-over, for administrator and customer', async ({
  page,
}) => {
  tiles = await startTileServer()
  platform = await startPlatformProcess({ GREENWAVE_TILE_URL: tiles.url })
  api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  await makeIncidents()
  await signIn(page, ADMIN_EMAIL, platform.adminPassword, platform.url)
  await expectOneCount(page, { danger: 2, fault: 3, deviation: 2, hold: 1, muted: 1 })

  // One cause is one row: what it breaks is nested there.
  await page.goto(`${platform.url}/now`)
  const cause = page.locator('[data-row]').filter({ hasText: 'Ngã tư 2' })
  await expect(cause).toHaveCount(1)
  await expect(cause.getByRole('list')).toContainText('Nam Kỳ Khởi Nghĩa: 7 s of the 18 s green wave outbound are left')
  await expect(page.locator('[data-row]').filter({ hasText: 'Ngã tư 0' }).getByRole('list')).toContainText('41 s ahead')

  await page.goto(`${platform.url}/shifts`)
  await page.getByRole('button', { name: 'Hand over…' }).click()
  const shift = page.getByRole('dialog', { name: 'Hand over the shift' })
  await expect(shift.getByRole('heading', { level: 3 })).toHaveText(['8 open incidents', '1 hold', '1 mute'])
  await expect(
    shift.getByRole('listitem').filter({ hasText: 'Ngã tư 2' }).getByRole('list', { name: 'Further problems here' }),
  ).toContainText('Nam Kỳ Khởi Nghĩa')
  await expectAccessible(page)
  await savePicture(page, 'shift')
  await shift.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, DISTRICT.email, DISTRICT.password, platform.url)
  await expectOneCount(page, { danger: 1, deviation: 2, hold: 1, muted: 1 })
})
