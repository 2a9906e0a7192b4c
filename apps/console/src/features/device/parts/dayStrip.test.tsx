import { utcOf } from '@greenwave/controller/deviceClock'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { openDevicePage, SHARED } from '../../../test/devicePage.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { DayStrip } from './DayStrip.tsx'
import { NextChangeLine } from './NextChangeLine.tsx'

/**
 * Returns shared attributes in which plan n starts at the n-th hour and minute, runs a program and is enabled or not.
 * The rest is that of the worked example.
 */
function withPlans(plans: readonly (readonly [number, number, number, 0 | 1])[], planTotal = 6) {
  return {
    ...SHARED,
    Plan_total: planTotal,
    ...Object.fromEntries(
      plans.flatMap(([hour, minute, program, enabled], i) => [
        [`P${i + 1}_HH`, hour],
        [`P${i + 1}_MM`, minute],
        [`P${i + 1}_Pr`, program],
        [`P${i + 1}_ENT`, enabled],
      ]),
    ),
  }
}
const DAY = withPlans(
  [
    [5, 30, 1, 1],
    [9, 0, 2, 1],
    [16, 0, 0, 1],
    [12, 0, 1, 0],
    [22, 0, 2, 1],
    [23, 0, 1, 1],
  ],
  5,
)
const AT = (hour: number, minute = 0) => hour * 3600 + minute * 60

describe('the schedule of the day', () => {
  it('shows which plan and program rule when, over midnight, without plans that are out of play', () => {
    renderPart(<DayStrip settings={parseSettings(DAY)} modeIsKnown nowSecond={null} nowBy="server" />)
    const strip = screen.getByRole('group', { name: 'Schedule of the day' })
    const spans = within(strip).getAllByRole('img')
    expect(spans.map((span) => [span.getAttribute('aria-label'), span.style.flexGrow])).toEqual([
      ['00:00 to 05:30: plan 5, program 2', String(AT(5, 30))],
      ['05:30 to 09:00: plan 1, program 1', String(AT(3, 30))],
      ['09:00 to 16:00: plan 2, program 2', String(AT(7))],
      ['16:00 to 22:00: plan 3, flashing yellow', String(AT(6))],
      ['22:00 to 24:00: plan 5, program 2', String(AT(2))],
    ])
    expect(within(strip).queryByRole('button')).not.toBeInTheDocument()
  })

  it('without a plan in play is one span of flashing yellow', () => {
    renderPart(<DayStrip settings={parseSettings({})} modeIsKnown nowSecond={null} nowBy="server" />)
    expect(screen.getByRole('img', { name: '00:00 to 24:00: no plan, flashing yellow' })).toBeVisible()
  })

  it('without a plan and a mode that was ever set is not known, and no flash', () => {
    const { rerender } = renderPart(
      <DayStrip settings={parseSettings({})} modeIsKnown={false} nowSecond={AT(12)} nowBy="server" />,
    )
    const span = screen.getByRole('img', { name: '00:00 to 24:00: not known' })
    expect(span).toHaveTextContent('not known')
    for (const mark of ['data-flashing', 'data-now']) expect(span).not.toHaveAttribute(mark)
    expect(screen.queryByText('flash')).not.toBeInTheDocument()
    rerender(<DayStrip settings={parseSettings(DAY)} modeIsKnown={false} nowSecond={null} nowBy="server" />)
    expect(screen.getByRole('img', { name: '16:00 to 22:00: plan 3, flashing yellow' })).toBeVisible()
  })

  it.each([
    ['device', 'by the controller’s clock'],
    ['server', 'by the server’s clock'],
  ] as const)('has a now-line by the %s, and marks the span of now', (nowBy, words) => {
    renderPart(<DayStrip settings={parseSettings(DAY)} modeIsKnown nowSecond={AT(12, 34)} nowBy={nowBy} />)
    const line = screen.getByRole('img', { name: `Now 12:34, ${words}` })
    expect(Number.parseFloat(line.style.left)).toBeCloseTo((AT(12, 34) * 100) / AT(24))
    const marked = screen.getAllByRole('img').filter((span) => span.hasAttribute('data-now'))
    expect(marked.map((span) => span.getAttribute('aria-label'))).toEqual(['09:00 to 16:00: plan 2, program 2'])
  })

  it('leads from a span to its plan', async () => {
    const onEditPlan = vi.fn()
    renderPart(
      <DayStrip settings={parseSettings(DAY)} modeIsKnown nowSecond={0} nowBy="server" onEditPlan={onEditPlan} />,
    )
    await userEvent.click(screen.getByRole('button', { name: /^00:00 to 05:30: plan 5, program 2\. Edit plan 5/ }))
    await userEvent.click(
      screen.getByRole('button', { name: /^16:00 to 22:00: plan 3, flashing yellow\. Edit plan 3/ }),
    )
    expect(onEditPlan.mock.calls).toEqual([[5], [3]])
    // Two hours are narrower than a target may be.
    expect(screen.getByRole('img', { name: /^22:00 to / })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^22:00 to / })).toBeNull()
  })
})

describe('the next change', () => {
  /** Sets the platform's clock to a second of the controllers' day. */
  function openAt(secondOfDay: number): void {
    vi.useFakeTimers({
      now: utcOf({ year: 2026, month: 3, day: 5, hour: 0, minute: 0, second: 0 }) + secondOfDay * 1000,
    })
  }

  it.each([
    ['In 42 min: plan 2, program 2', AT(8, 18)],
    ['In 3 h 30 min: plan 2, program 2', AT(5, 30)],
    ['In 6 h 30 min: plan 1, program 1', AT(23)],
    ['In 1 min: plan 3, flashing yellow', AT(15, 59)],
    ['In 30 s: plan 3, flashing yellow', AT(15, 59) + 30],
  ])('is said: %s', (words, nowSecond) => {
    openAt(nowSecond)
    renderPart(<NextChangeLine settings={parseSettings(DAY)} modeIsKnown aheadSeconds={0} />)
    expect(screen.getByText(words)).toBeVisible()
  })

  it('never comes with one plan or none, and says so', () => {
    const { rerender } = renderPart(
      <NextChangeLine settings={parseSettings(withPlans([[6, 0, 1, 1]]))} modeIsKnown aheadSeconds={0} />,
    )
    expect(screen.getByText('Plan 1 runs all day.')).toBeVisible()
    rerender(<NextChangeLine settings={parseSettings({ Mode: 4 })} modeIsKnown aheadSeconds={0} />)
    expect(screen.getByText('No plan is in play: the lamps flash yellow all day.')).toBeVisible()
  })

  it('counts down, and follows the clock that the day goes by', () => {
    openAt(AT(15, 59) + 50)
    renderPart(<NextChangeLine settings={parseSettings(DAY)} modeIsKnown aheadSeconds={0} />)
    for (const left of [10, 9, 8]) {
      expect(screen.getByText(`In ${left} s: plan 3, flashing yellow`)).toBeVisible()
      act(() => void vi.advanceTimersByTime(1001))
    }
    renderPart(<NextChangeLine settings={parseSettings(DAY)} modeIsKnown aheadSeconds={5} />)
    expect(screen.getByText('In 2 s: plan 3, flashing yellow')).toBeVisible()
  })

  it('is not promised under a mode that overrides the schedule, nor where no mode was ever set', () => {
    openAt(AT(8, 18))
    const { rerender } = renderPart(
      <NextChangeLine settings={parseSettings({ ...DAY, Mode: 1 })} modeIsKnown aheadSeconds={0} />,
    )
    expect(screen.getByText('The mode Tuyến 1 overrides the schedule.')).toBeVisible()
    expect(screen.queryByText(/^In /)).not.toBeInTheDocument()
    rerender(<NextChangeLine settings={parseSettings({ ...DAY, Mode: '' })} modeIsKnown={false} aheadSeconds={0} />)
    expect(screen.getByText('No mode was ever set: what rules the day is not known.')).toBeVisible()
    expect(screen.queryByText(/^In |Nháy vàng/)).not.toBeInTheDocument()
  })
})

describe('the plans on the page of a device', () => {
  const row = async (plan: number) => {
    const edit = await screen.findByRole('button', { name: `Edit plan ${plan}` })
    return edit.closest('li') as HTMLElement
  }

  it('that are out of play look so and say why', async () => {
    await openDevicePage({ shared: DAY })
    for (const [plan, words] of [
      [4, 'Disabled'],
      [6, 'Above plan count'],
    ] as const) {
      expect(await row(plan)).toHaveAttribute('data-out')
      expect(await row(plan)).toHaveTextContent(words)
    }
    for (const plan of [1, 2, 3, 5]) expect(await row(plan)).not.toHaveAttribute('data-out')
  })

  it('that start together say which of them runs', async () => {
    await openDevicePage({
      shared: withPlans(
        [
          [6, 0, 1, 1],
          [6, 0, 2, 1],
        ],
        5,
      ),
    })
    expect(await row(1)).toHaveTextContent('Same start as plan 2')
    expect(await row(2)).not.toHaveAttribute('data-out')
  })

  it('open from their span', async () => {
    await openDevicePage({ shared: DAY })
    await userEvent.click(await screen.findByRole('button', { name: /^09:00 to 16:00: plan 2/ }))
    expect(await screen.findByRole('dialog', { name: 'Plan 2' })).toBeVisible()
  })
})
