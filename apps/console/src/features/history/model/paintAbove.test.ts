import { expect, test } from 'vitest'
import { axisTexts, gapTexts, paintAxisTexts } from './paintAbove.ts'
import { tapeLayout } from './tapeLayout.ts'

const DAY = { fromMs: Date.UTC(2026, 10, 21, 17), untilMs: Date.UTC(2026, 10, 22, 17) }
const HOUR = 3_600_000
const layout = tapeLayout(1400)
const widthOf = (text: string) => text.length * 8

test('a gap of any length has its words once, in its middle, and a short one none', () => {
  const gaps = [
    { fromMs: DAY.fromMs, untilMs: DAY.fromMs + 20 * HOUR },
    { fromMs: DAY.untilMs - HOUR, untilMs: DAY.untilMs - HOUR + 60_000 },
  ]
  const texts = gapTexts(gaps, DAY, layout, (seconds) => `no data: ${seconds} s`, widthOf)
  expect(texts.map(({ text }) => text)).toEqual(['no data: 72000 s'])
  const middles = texts.map(({ from, until }) => (from + until) / 2)
  expect(middles).toEqual([expect.closeTo(layout.left + (layout.width * 10) / 24)])
})

test('no time of the axis stands below that of the cursor, and all others stand', () => {
  const texts = axisTexts(DAY, layout, (ms) => new Date(ms).toISOString().slice(11, 16), widthOf)
  const painted: string[] = []
  const paint = {
    ...{ font: '', textBaseline: 'alphabetic' as const, fillStyle: '' },
    fillText: (text: string) => {
      painted.push(text)
    },
  }
  const covered = texts[3]
  if (!covered) throw new Error('a day has more marks')
  paintAxisTexts(paint, texts, { from: covered.from - 10, until: covered.from + 5 }, layout, {
    font: 'sans-serif',
    quiet: '#666',
  })
  expect(painted).toEqual(texts.filter((one) => one !== covered).map(({ text }) => text))
})
