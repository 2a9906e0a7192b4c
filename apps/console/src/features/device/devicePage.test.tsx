import { screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startSession } from '../../data/session.ts'
import { openDevicePage, SERVER, SHARED, WRITTEN_MS } from '../../test/devicePage.ts'
import { failures } from '../../test/failures.ts'
import { openLiveDevicePage } from '../../test/liveDevicePage.ts'
import { cityMs } from '../../test/localTime.ts'
import { CUSTOMER_ID, testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const device = testDevice(7)
const INFO = `GET /api/device/info/${device.id.id}`
const READ = `GET /api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes`
const asAttributes = (values: object) =>
  Object.entries(values).map(([key, value]) => ({ key, value, lastUpdateTs: WRITTEN_MS }))

/** Returns the value of a fact by its name. */
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling

describe('the page of a device', () => {
  it.each([
    [true, 'Active', 'ok'],
    [false, 'Inactive', 'bad'],
  ])(
    'has label and name in its header, and with active %s the badge %s [spec 2 device] [spec 4 assignment]',
    async (active, words, tone) => {
      await openDevicePage({ server: { ...SERVER, active } })
      const heading = screen.getByRole('heading', { level: 1 })
      expect(heading).toHaveTextContent(/^Ngã tư 7$/)
      expect(heading.nextElementSibling).toHaveTextContent(/^TLC-0007$/)
      const badge = heading.parentElement?.nextElementSibling
      expect(badge).toHaveTextContent(new RegExp(`^${words}$`))
      expect(badge).toHaveAttribute('data-tone', tone)
    },
  )

  it('has plans, then the status with signals and map, then programs [spec 2 device]', async () => {
    await openDevicePage()
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)
    const order = ['Plans', 'Signals', 'Location', 'Programs']
    expect(titles.filter((title) => order.includes(title))).toEqual(order)
    const column = (title: string) => screen.getByRole('heading', { name: title }).closest('section')?.parentElement
    expect(column('Signals')).toBe(column('Location'))
    expect(new Set(['Plans', 'Signals', 'Programs'].map(column)).size).toBe(3)
  })

  it('tells name, label, status and the three times of the connection [spec 2 device]', async () => {
    const times = {
      lastActivityTime: cityMs(2026, 0, 2, 13, 4, 5),
      lastConnectTime: cityMs(2026, 1, 3, 0, 5, 6),
      lastDisconnectTime: cityMs(2026, 2, 4, 23, 6, 7),
    }
    await openDevicePage({ server: { active: true, ...times } })
    expect(fact('Name')).toHaveTextContent(/^TLC-0007$/)
    expect(fact('Label')).toHaveTextContent(/^Ngã tư 7$/)
    expect(fact('Status')).toHaveTextContent(/^Active$/)
    expect(fact('Last active time')).toHaveTextContent(/^02\/01\/2026, 13:04:05$/)
    expect(fact('Last connection')).toHaveTextContent(/^03\/02\/2026, 00:05:06$/)
    expect(fact('Last disconnection')).toHaveTextContent(/^04\/03\/2026, 23:06:07$/)
  })

  it('lights a lamp above 0 alone; red and green show their number, yellow none [spec 2 device] [spec 3 telemetry]', async () => {
    onTestFinished(startSession())
    const { send } = await openLiveDevicePage()
    const lamps = { T_D1: 1, T_V1: 0, T_X1: 0, T_D2: 0, T_V2: 2, T_X2: 0, T_D3: 0, T_V3: 0, T_X3: 37 }
    send('LATEST_TELEMETRY', lamps, Date.now())
    for (const [phase, state, colour, text] of [
      [1, 'Red', 'red', '1'],
      [2, 'Yellow', 'yellow', ''],
      [3, 'Green', 'green', '37'],
    ] as const) {
      const head = await screen.findByRole('figure', { name: `Phase ${phase}: ${state}` })
      const lit = [...head.querySelectorAll('[data-lit]')]
      expect(lit.map((lamp) => [lamp.getAttribute('data-lamp'), lamp.textContent])).toEqual([[colour, text]])
      expect(head.querySelectorAll('[data-lamp]')).toHaveLength(3)
    }
  })

  it('shows the server and the shared attributes as they are stored [spec 2 device]', async () => {
    await openDevicePage({ server: { ...SERVER, latitude: 10.77 }, shared: { ...SHARED, Vang: 3 } })
    const scope = (title: RegExp) => screen.getByText(title, { selector: 'summary' }).closest('details') as HTMLElement
    const value = (title: RegExp, key: string) =>
      within(scope(title)).getByRole('rowheader', { name: key, hidden: true }).nextElementSibling
    expect(value(/^Server attributes/, 'latitude')).toHaveTextContent(/^10\.77$/)
    expect(value(/^Shared attributes/, 'Vang')).toHaveTextContent(/^3$/)
    expect(value(/^Shared attributes/, 'P1_HH')).toHaveTextContent(/^5$/)
  })

  it.each(failures('Failed to fetch device details'))(
    'after %s on reading it says so [spec 8 devices]',
    async (_, answer, words) => {
      signInForTest()
      stubPlatform({ [INFO]: answer })
      renderConsole(`/devices/${device.id.id}`)
      expect((await screen.findByRole('alert')).textContent).toContain(words)
    },
  )

  it.each(failures('Failed to load device information'))(
    'after %s on reading its settings says so [spec 8 devices]',
    async (_, answer, words) => {
      signInForTest()
      stubPlatform({ [INFO]: device, [`${READ}/SERVER_SCOPE`]: answer, [`${READ}/SHARED_SCOPE`]: answer })
      renderConsole(`/devices/${device.id.id}`)
      expect(await screen.findByText(words, { selector: '[role=alert], [role=alert] *' })).toBeVisible()
    },
  )
})

describe('the detail in the dashboard', () => {
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)
  const controls = () =>
    screen
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
      .filter((name) => /^(Set location|Set Device Time|Add image|Edit|Delete|Times|Plan count|Cấu hình)/.test(name))

  async function openDashboard(scope: 'TENANT_ADMIN' | 'CUSTOMER_USER'): Promise<void> {
    signInForTest({ scope })
    stubPlatform({
      'GET /api/tenant/deviceInfos': testPage([device], 1, 100),
      [`GET /api/customer/${CUSTOMER_ID}/deviceInfos`]: testPage([device], 1, 100),
      [INFO]: device,
      [`${READ}/SERVER_SCOPE`]: asAttributes(SERVER),
      [`${READ}/SHARED_SCOPE`]: asAttributes(SHARED),
    })
    renderConsole('/')
    await screen.findByRole('heading', { name: 'Signals' })
    await screen.findByText('3 s · 2 s')
  }

  it('has plans, programs, location and image with their controls for a tenant administrator [spec 6 tenant admin]', async () => {
    await openDashboard('TENANT_ADMIN')
    expect(titles()).toEqual(expect.arrayContaining(['Plans', 'Programs', 'Location', 'Intersection image']))
    expect(controls()).toEqual(expect.arrayContaining(['Set location', 'Add image', 'Edit plan 1', 'Edit program 1']))
  })
})
