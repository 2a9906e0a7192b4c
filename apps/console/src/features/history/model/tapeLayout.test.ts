import { DEFAULT_TIME_ZONE, setTimeZone, timeZone } from '@greenwave/controller/timeZone'
import { expect, onTestFinished, test } from 'vitest'
import { axisMarks, LANES, momentAt, tapeLayout, xOf } from './tapeLayout.ts'

const VIEW = { fromMs: Date.UTC(2026, 10, 22), untilMs: Date.UTC(2026, 10, 22, 0, 10) }

test.each([360, 1400])('at %i px nothing lies over anything else', (width) => {
  const layout = tapeLayout(width)
  const tops = [...layout.rowTops, ...LANES.map((lane) => layout.laneTops[lane]), layout.axisTop, layout.height]
  tops.reduce((before, top) => {
    expect(top - before).toBeGreaterThanOrEqual(layout.laneHeight)
    return top
  })
  expect(layout.left + layout.width).toBeLessThan(width)
})

test('a place is the second that stands there, and the ends are within the span', () => {
  const layout = tapeLayout(1000)
  for (const second of [0, 1, 299, 599]) {
    const ms = VIEW.fromMs + second * 1000
    expect(momentAt(layout, VIEW, xOf(layout, VIEW, ms) + 0.2)).toBe(ms)
  }
  expect(momentAt(layout, VIEW, -50)).toBe(VIEW.fromMs)
  expect(momentAt(layout, VIEW, 5000)).toBe(VIEW.untilMs - 1000)
})

test('marks of the axis are whole minutes, hours or days, and have room', () => {
  const layout = tapeLayout(1400)
  for (const seconds of [600, 3600, 86_400, 604_800]) {
    const view = { fromMs: VIEW.fromMs + 7000, untilMs: VIEW.fromMs + 7000 + seconds * 1000 }
    const marks = axisMarks(layout, view)
    expect(marks.length).toBeGreaterThanOrEqual(4)
    for (const [nth, ms] of marks.entries()) {
      expect(ms % 60_000).toBe(0)
      const next = marks[nth + 1]
      if (next !== undefined) expect(xOf(layout, view, next) - xOf(layout, view, ms)).toBeGreaterThanOrEqual(76)
    }
  }
})

test.each([
  ['forward', Date.UTC(2026, 2, 29, 1)],
  ['back', Date.UTC(2026, 9, 25, 1)],
])('marks are whole hours and days of the city also where its clocks are put %s', (_, changeMs) => {
  setTimeZone('Europe/Berlin')
  onTestFinished(() => setTimeZone(DEFAULT_TIME_ZONE))
  const layout = tapeLayout(1400)
  for (const [days, stepHours] of [
    [1, 2],
    [20, 24],
  ] as const) {
    const marks = axisMarks(layout, { fromMs: changeMs - days * 43_200_000, untilMs: changeMs + days * 43_200_000 })
    expect(new Set(marks).size).toBe(marks.length)
    expect(marks.length).toBeGreaterThanOrEqual(11)
    const hours = marks.map((ms) => (ms + timeZone().aheadMs(ms)) / 3_600_000)
    // Clocks skip two o'clock in spring: the mark is then three o'clock.
    expect(hours.filter((hour) => hour % stepHours !== 0).map((hour) => hour % 24)).toEqual(
      _ === 'forward' && stepHours === 2 ? [3] : [],
    )
  }
})
