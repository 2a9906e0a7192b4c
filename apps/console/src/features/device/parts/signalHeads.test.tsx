/** Signal heads whose displays do not count every second: what they show, and what the settings let expect. */
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { countShown, parseDisplayStyle } from '@greenwave/controller/display'
import { lampsAt } from '@greenwave/controller/lamps'
import { programOf } from '@greenwave/controller/settings'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { writeLamps } from '@greenwave/controller/telemetry'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SERVER, SHARED } from '../../../test/devicePage.ts'
import { type LiveDevicePage, openLiveDevicePage } from '../../../test/liveDevicePage.ts'
import { startSessionForTest } from '../../../test/stubPlatform.ts'

/** 07:08:22 in the controllers' zone: second 22 of the cycle of 80 s. */
const AT_MS = Date.UTC(2026, 2, 5, 0, 8, 22)
const SECOND = 22
const SETTINGS = parseSettings(SHARED)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT_MS })
  startSessionForTest()
})

/** Opens the page of a junction whose lamps all have one style, and lets it run its program for so many seconds. */
async function run(text: string, site: object, seconds: number, start = SECOND): Promise<LiveDevicePage> {
  const styles = { red: text, yellow: text, green: text }
  const gw_site = JSON.stringify({ display: { 1: styles, 2: styles, 3: styles }, ...site })
  const page = await openLiveDevicePage({ shared: SHARED, server: { ...SERVER, gw_site } })
  page.send('CLIENT_SCOPE', { ...SHARED, Plan: 1, Program: 1 }, AT_MS - 3_600_000)
  const style = parseDisplayStyle(text)
  for (let passed = 0; passed < seconds; passed += 1) {
    const atMs = AT_MS + passed * 1000
    vi.setSystemTime(atMs)
    const full = writeLamps(lampsAt(programOf(SETTINGS, 1), SETTINGS.clearance, start + passed))
    const sent = Object.entries(full).map(([key, count]) => [
      key,
      count > 0 && style ? countShown(style, count) : count,
    ])
    page.send('LATEST_TELEMETRY', { ...Object.fromEntries(sent), ...writeDeviceTime(localTimeAt(atMs)) }, atMs)
  }
  return page
}

const FIXED = { control: { kind: 'fixed' } }

describe('a lamp that does not count', () => {
  it('shows what its program lets expect, by a mark of its own, once a change of lamp was where it should be', async () => {
    // Green 1 ends at second 30, its yellow at 33.
    await run('none', FIXED, 13)
    const head = await screen.findByRole('figure', { name: 'Phase 1: Red, about 46 s by program 1' })
    expect(within(head).getByText('≈46')).toHaveAttribute('data-expected', 'true')
    expect(screen.getByRole('figure', { name: 'Phase 3: Red, about 26 s by program 1' })).toHaveTextContent('≈26')
  })

  it('shows no number where no change of lamp was seen', async () => {
    await run('none', FIXED, 7)
    const head = await screen.findByRole('figure', { name: 'Phase 1: Green, seconds unknown' })
    expect(head).not.toHaveTextContent(/\d s|≈/)
  })

  it('shows no number of an actuated junction', async () => {
    await run('none', { control: { kind: 'actuated' } }, 13)
    expect(await screen.findByRole('figure', { name: 'Phase 1: Red, seconds unknown' })).not.toHaveTextContent('≈')
  })

  it('marks no second of the cycle where greens are actuated, also in the last seconds, which count', async () => {
    // The last seconds of a green, which an actuated controller began at any second.
    await run('last-8', { control: { kind: 'actuated' } }, 7, SECOND)
    expect(await screen.findByRole('figure', { name: 'Phase 1: Green' })).toHaveTextContent('2')
    await waitFor(() => expect(document.querySelector('[data-kind="green"]')).not.toBeNull())
    expect(document.querySelector('[data-cursor]')).toBeNull()
    await run('last-8', FIXED, 7, SECOND)
    await waitFor(() => expect(document.querySelector('[data-cursor]')).not.toBeNull())
  })

  it('shows no number where the lamps do not follow the program by the clock', async () => {
    await run('none', FIXED, 13, SECOND + 40)
    expect(await screen.findByRole('figure', { name: 'Phase 1: Red, seconds unknown' })).not.toHaveTextContent('≈')
  })

  it('that is only last known expects nothing', async () => {
    const page = await run('none', FIXED, 13)
    await screen.findByRole('figure', { name: 'Phase 1: Red, about 46 s by program 1' })
    page.lose()
    expect(await screen.findByRole('figure', { name: 'Phase 1: Red, seconds unknown, last known' })).toBeVisible()
    expect(screen.queryByText('≈46')).not.toBeInTheDocument()
  })

  it('is not astray from its program', async () => {
    await run('none', {}, 13)
    await screen.findByRole('figure', { name: 'Phase 1: Red, seconds unknown' })
    expect(screen.queryByText(/changing over|do not follow program/)).not.toBeInTheDocument()
  })
})

describe('a phase of which no lamp is shown', () => {
  it('is drawn as neither dark nor red, with what its program lets expect in words', async () => {
    await run('last-8-0', FIXED, 13)
    const head = await screen.findByRole('figure', {
      name: 'Phase 3: Not shown, Red expected, about 26 s by program 1',
    })
    expect(head).toHaveAttribute('data-not-shown', 'true')
    expect(head.querySelector('[data-lit]')).toBeNull()
    expect(screen.getByRole('figure', { name: 'Phase 2: Red' })).toHaveTextContent('1')
  })

  it('says no more than that where nothing can be expected', async () => {
    await run('last-8-0', {}, 13)
    expect(await screen.findByRole('figure', { name: 'Phase 3: Not shown' })).toBeVisible()
  })
})
