import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openDevicePage, SERVER } from '../../../test/devicePage.ts'

const DAY = { kind: 'saturday', name: 'Saturday', rule: 'Weekend', on: 'weekdays', by: '', slot: '2025-11-29T03:00' }
const NEXT = { ...DAY, kind: 'working', name: 'Working day', rule: '', slot: '2025-11-30T03:00' }
const AT = Date.parse('2030-11-30T02:59+07:00')
const note = { ...DAY, state: 'sent', at: 7, calendar: 'city', next: { ...NEXT, at: AT } }
const open = (change: object) =>
  openDevicePage({ server: { ...SERVER, gw_kind: JSON.stringify({ ...note, ...change }) } })

describe('a junction of a calendar', () => {
  it('shows which kind of day runs, why, and what follows', async () => {
    await open({})
    expect(
      await screen.findByText(
        'Kind of day: Saturday since 29/11/2025, 03:00 · rule “Weekend” · Next: Working day, sent at 30/11/2030, 02:59 (rule for the weekday)',
      ),
    ).toBeVisible()
  })

  it.each([
    ['due', 'Saturday since 29/11/2025, 03:00, settings not sent yet · rule “Weekend”'],
    ['hand', 'settings were changed by hand: they stay until the next day begins'],
    ['danger', 'its settings are never sent: the checks refuse them'],
    ['none', 'No kind of day with settings for this junction'],
  ])('shows the state %s', async (state, text) => {
    await open({ state, next: null })
    const line = await screen.findByText(/^Kind of day: /)
    expect(line).toHaveTextContent(text)
    expect(line).toHaveTextContent('It stays when the next day begins')
  })

  it('names who set a rule by hand', async () => {
    await open({ on: 'hand', by: 'mai@signal.vn' })
    expect(await screen.findByText(/03:00 · by hand, mai@signal\.vn/)).toBeVisible()
  })
})

it('a junction without a calendar shows no kind of day', async () => {
  await openDevicePage({})
  expect(screen.queryByText(/Kind of day/)).not.toBeInTheDocument()
})
