import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dateText } from '../../../shared/dateText.ts'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import {
  askAbout,
  buttonsOf,
  dialogsClosed,
  expectRefused,
  fieldsOf,
  fill,
  openDevicePage,
  openDialog,
  press,
} from '../../../test/devicePage.ts'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'

// The clock stands still at 07:08:09 on 5 March in the controllers' zone, seven hours ahead of UTC; timers run.
const NOW_MS = Date.UTC(2026, 2, 5, 0, 8, 9)
const NOW = { Day: '5', Month: '3', Year: '2026', Hour: '7', Minute: '8', Second: '9' }
const FIELDS = Object.keys(NOW)
const openTime = () => openDialogAlone({ kind: 'time' })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
})

describe('Set Device Time', () => {
  it("has the six fields, the device's time as 'Not available', Cancel and Set Time [spec 2 device time dialog]", async () => {
    const { dialog } = await openTime()
    expect(fieldsOf(dialog)).toEqual(FIELDS)
    expect(buttonsOf(dialog)).toEqual(['Use current time', 'Cancel', 'Set Time'])
    expect(dialog).toHaveTextContent('Current device time: Not available')
    for (const [field, value] of Object.entries(NOW)) {
      expect(within(dialog).getByLabelText(field)).toHaveValue(value)
      expect(within(dialog).getByLabelText(field)).toBeRequired()
    }
    expect(within(dialog).getByLabelText('Day')).toHaveFocus()
  })

  it("shows the device's time as DD/MM/YYYY HH:MM:SS [spec 2 device time dialog] [spec 3 telemetry]", async () => {
    const page = await openLiveDevicePage()
    page.send('LATEST_TELEMETRY', { Day: 4, Month: 3, Year: 2026, Hour: 6, Minute: 5, Second: 1 }, NOW_MS - 60_000)
    const dialog = await openDialog('Set Device Time', 'Set Device Time')
    // The page draws what has arrived with its next frame.
    await waitFor(() => expect(dialog).toHaveTextContent('Current device time: 04/03/2026 06:05:01'))
  })

  it.each([
    ['Day', '0', '32', '1 to 31'],
    ['Month', '0', '13', '1 to 12'],
    ['Year', '1999', '2101', '2000 to 2100'],
    ['Hour', '-1', '24', '0 to 23'],
    ['Minute', '-1', '60', '0 to 59'],
    ['Second', '-1', '60', '0 to 59'],
  ])(
    'refuses %s %s and %s, a fraction, and nothing: %s is allowed [spec 5 device time]',
    async (field, below, above, range) => {
      const page = await openTime()
      const { dialog } = page
      for (const [text, words] of [
        [below, `${field}: ${below} is out of range; ${range} is allowed.`],
        [above, `${field}: ${above} is out of range; ${range} is allowed.`],
        ['1.5', `${field}: 1.5 is no whole number.`],
        ['', `${field} is required`],
      ] as const) {
        await fill(dialog, { [field]: text })
        await press(dialog, 'Set Time')
        expectRefused(page, dialog, field, words)
      }
    },
  )

  it('(V9) refuses a date that does not exist [spec 5 device time]', async () => {
    const { sent, dialog } = await openTime()
    await fill(dialog, { Day: '31', Month: '2' })
    await press(dialog, 'Set Time')
    expect(dialog).toBeVisible()
    expect(dialog).toHaveTextContent('The date 31/2/2026 does not exist.')
    expect(sent()).toEqual([])
  })

  it('keeps ticking until something is typed, and again after Use current time', async () => {
    await openDevicePage()
    const dialog = await openDialog('Set Device Time', 'Set Device Time')
    const shown = () => ['Hour', 'Minute', 'Second'].map((field) => within(dialog).getByLabelText(field))
    const shows = (...values: string[]) =>
      waitFor(() => expect(shown().map((field) => (field as HTMLInputElement).value)).toEqual(values))
    expect(dialog).toHaveTextContent('Keeps ticking until you change it.')
    vi.setSystemTime(NOW_MS + 5000)
    await shows('7', '8', '14')
    await fill(dialog, { Minute: '30' })
    expect(dialog).not.toHaveTextContent('Keeps ticking')
    vi.setSystemTime(NOW_MS + 10_000)
    // The page's clock has gone on by 10 s; the fields have not changed.
    await screen.findByText(dateText(NOW_MS + 10_000))
    await shows('7', '30', '14')
    await press(dialog, 'Use current time')
    await shows('7', '8', '19')
    vi.setSystemTime(NOW_MS + 12_000)
    await shows('7', '8', '21')
  })

  it('sends the time of that moment when nothing was typed [spec 7 attributes]', async () => {
    const { sent, dialog } = await openTime()
    const question = await askAbout(dialog, {}, 'Set Time')
    vi.setSystemTime(NOW_MS + 61_000)
    await press(question, 'Xác nhận')
    await dialogsClosed()
    const body = { Day: 5, Month: 3, Year: 2026, Hour: 7, Minute: 9, Second: 10 }
    expect(sent()).toEqual([{ scope: 'SHARED_SCOPE', body }])
  })
})
