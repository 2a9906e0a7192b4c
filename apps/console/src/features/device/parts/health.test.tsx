/** @file What the page of a junction says of its health: badge, strip, tab, and the quiet of a healthy one. */
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dialogTitled, SERVER, SHARED, type Values } from '../../../test/devicePage.ts'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'
import { localClock } from '../../../test/localTime.ts'
import { startSessionForTest } from '../../../test/stubPlatform.ts'

const AT_MS = Date.UTC(2026, 2, 5, 0, 8, 9)
const LAMPS = { T_D1: 0, T_V1: 0, T_X1: 21, T_D2: 26, T_V2: 0, T_X2: 0, T_D3: 51, T_V3: 0, T_X3: 0 }
const WELL = { gw_level: 0, gw_state: 'ok', gw_since: AT_MS - 3_600_000, gw_mode: 4 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT_MS })
  startSessionForTest()
})

/** Opens a page that is watched, with what the watcher says of the junction. */
async function openWatched(said: Values, { shared = SHARED, pulseMs = AT_MS } = {}) {
  const page = await openLiveDevicePage({ server: { ...SERVER, ...said }, shared, watched: true })
  page.send('CLIENT_SCOPE', { ...shared, Plan: 1, Program: 1 } as Record<string, number>, AT_MS - 3_600_000)
  page.send('LATEST_TELEMETRY', LAMPS, AT_MS)
  await page.pulse([1, 0, 0, 0, 0, 0], pulseMs)
  return page
}

const minuteOf = (ms: number) => localClock(ms).slice(0, 5)
const strip = () => document.querySelector('section[data-mark]') as HTMLElement

describe('a healthy junction', () => {
  it('is quiet: one calm line, an Active badge, no button beside it, no tag and no sign in the title', async () => {
    await openWatched(WELL)
    await waitFor(() => expect(strip()).toHaveTextContent(/^As programmed$/))
    expect(within(strip()).queryByRole('button')).toBeNull()
    const tags = [...document.querySelectorAll('[data-tone]')].map(({ textContent }) => textContent)
    expect(tags).not.toContain('Applied')
    expect(document.title).toMatch(/^Ngã tư 7 · /)
  })
})

describe('a junction with an incident', () => {
  it('has its name in the badge, and a strip that says since when, and on request what it means and what to do', async () => {
    await openWatched({ ...WELL, gw_level: 4, gw_state: 'all-red', gw_since: AT_MS - 60_000 })
    const badge = await screen.findByText('Active · All red')
    expect(badge.closest('[data-tone]')).toHaveAttribute('data-tone', 'bad')
    expect(strip()).toHaveAttribute('data-mark', 'fault')
    expect(strip()).toHaveTextContent(new RegExp(`^All red · since ${minuteOf(AT_MS - 60_000)}`))
    expect(strip()).not.toHaveTextContent(/no traffic may go/)
    await userEvent.click(await within(strip()).findByRole('button', { name: 'What to do' }))
    expect(strip()).toHaveTextContent(/no traffic may go/)
    expect(strip()).toHaveTextContent(/Send the program again/)
    expect(document.title).toMatch(/^■ Ngã tư 7/)
  })

  it('that flashing ends is ended from the strip; once it was switched to flash, the advice is another', async () => {
    const page = await openWatched({ ...WELL, gw_level: 5, gw_state: 'conflict', gw_since: AT_MS - 60_000 })
    const flash = () => within(strip()).queryByRole('button', { name: 'Flashing yellow…' })
    await waitFor(() => expect(flash()).toBeVisible())
    await userEvent.click(flash() as HTMLElement)
    const asked = await dialogTitled('Chọn chế độ')
    expect(within(asked).getByRole('radio', { name: 'Nháy vàng' })).toBeChecked()
    await userEvent.keyboard('{Escape}')
    page.send('SHARED_SCOPE', { Mode: 0 }, AT_MS)
    await waitFor(() => expect(flash()).toBeNull())
    await userEvent.click(within(strip()).getByRole('button', { name: 'What to do' }))
    expect(strip()).toHaveTextContent(/do not obey/)
    expect(strip()).not.toHaveTextContent(/switch the junction to flashing yellow/)
  })

  it('that only this page sees is said, too, and nothing beside a danger reassures', async () => {
    const page = await openWatched(WELL)
    for (const second of [1, 2, 3]) {
      vi.setSystemTime(AT_MS + second * 1000)
      page.send('LATEST_TELEMETRY', { ...LAMPS, T_D2: 0, T_X1: 21 - second, T_X2: 20 - second }, AT_MS + second * 1000)
    }
    expect(await screen.findByText('Active · Conflicting green')).toBeVisible()
    expect(strip()).not.toHaveTextContent(/As programmed/)
    expect(document.title).toMatch(/^◆ /)
  })

  it('that sends nothing for 30 s over a connection that stays open is not connected', async () => {
    const page = await openWatched(WELL)
    vi.setSystemTime(AT_MS + 12_000)
    expect(await screen.findByText('Active · No lamps')).toBeVisible()
    vi.setSystemTime(AT_MS + 31_000)
    expect(await screen.findByText('Active · Not connected')).toBeVisible()
    page.send('LATEST_TELEMETRY', { Second: 40 }, AT_MS + 31_000)
    expect(await screen.findByText('Active · No lamps')).toBeVisible()
  })

  it('of settings that were not taken is told by one line of the strip, with each setting and what sends it again', async () => {
    const page = await openWatched({ ...WELL, gw_level: 3, gw_state: 'not-taken', gw_since: AT_MS - 60_000 })
    page.send('CLIENT_SCOPE', { Vang: Number(SHARED.Vang) + 2 }, AT_MS - 60_000)
    const settings = await within(strip()).findByRole('list')
    expect(within(settings).getAllByRole('listitem')).toHaveLength(1)
    expect(strip().textContent?.match(/not taken/gi)).toHaveLength(1)
    expect(within(strip()).getAllByRole('button', { name: 'Send again' })).toHaveLength(1)
  })

  it('shows a hold with its mode and its end', async () => {
    const held = { ...SHARED, Mode: 1 }
    await openWatched(
      { ...WELL, gw_level: 2, gw_state: 'hold', gw_mode: 1, gw_hold: '{"mode":1,"until":null}' },
      { shared: held },
    )
    await waitFor(() => expect(strip()).toHaveTextContent(/^Held · since \d\d:\d\dTuyến 1 without an end/))
  })
})

describe('a junction that nobody watches', () => {
  it('is not called well: three minutes after the last pulse it says so', async () => {
    await openWatched(WELL, { pulseMs: AT_MS - 200_000 })
    expect(await screen.findByText(`Not monitored · since ${minuteOf(AT_MS - 200_000)}`)).toBeVisible()
  })

  it('keeps the last known incident without its colour', async () => {
    await openWatched({ ...WELL, gw_level: 5, gw_state: 'conflict' }, { pulseMs: AT_MS - 200_000 })
    await waitFor(() => expect(strip()).toHaveAttribute('data-old'))
    expect(strip()).toHaveTextContent(/last known/)
    expect(screen.getAllByText('Active')).not.toHaveLength(0)
  })
})
