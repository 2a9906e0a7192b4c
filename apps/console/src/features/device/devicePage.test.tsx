import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openDevicePage, SERVER, SHARED } from '../../test/devicePage.ts'
import { failures } from '../../test/failures.ts'
import { cityMs } from '../../test/localTime.ts'
import { testDevice } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const device = testDevice(7)
const INFO = `GET /api/device/info/${device.id.id}`
const READ = `GET /api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes`
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
