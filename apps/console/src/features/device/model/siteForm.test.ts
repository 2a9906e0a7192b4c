import { parseSite, SITE_KEY, siteToWrite } from '@greenwave/contract/records/junctionSite'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { parseSiteForm, siteTexts } from './siteForm.ts'

const key = (place: string) => `gw_site ${place}`

test('a form that nobody touched writes what is stored', () => {
  const noted = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const metres = fc.integer({ min: 10, max: 1500 }).map((tenths) => tenths / 10)
  const phase = fc.record({
    name: noted(fc.constantFrom('Lê Lợi', 'A', 'Nguyễn Huệ → Q.1')),
    speedKmh: noted(fc.integer({ min: 5, max: 120 })),
    gradePercent: noted(fc.integer({ min: -15, max: 15 })),
    widthM: noted(metres),
    crossingM: noted(metres),
    lanes: noted(fc.integer()),
  })
  const stored = fc.record({ phases: fc.record({ 1: phase, 2: phase, 3: phase }), walkingMps: fc.constant(1.2) })
  fc.assert(
    fc.property(stored, (value) => {
      const { edit } = parseSiteForm(siteTexts(parseSite(JSON.stringify(value))))
      const written = edit && siteToWrite(JSON.stringify(value), edit)
      const plain = JSON.parse(JSON.stringify(value)) as { phases: Record<string, object> }
      const phases = Object.fromEntries(
        Object.entries(plain.phases).filter(([, members]) => Object.keys(members).length > 0),
      )
      const { phases: _, ...rest } = plain
      expect(written).toEqual({ [SITE_KEY]: Object.keys(phases).length > 0 ? { ...rest, phases } : rest })
    }),
    { numRuns: 40 },
  )
})

it('shows a stored value that makes no sense, and says so', () => {
  const texts = siteTexts(
    parseSite({ phases: { 1: { speedKmh: 500, widthM: 'wide' } }, longestCycleS: 90.5, shortestCycleS: 100 }),
  )
  expect(texts[key('phases.1.speedKmh')]).toBe('500')
  const { edit, faults } = parseSiteForm(texts)
  expect(edit).toBeNull()
  expect([...faults]).toEqual([
    [key('phases.1.speedKmh'), 'outOfRange'],
    [key('phases.1.widthM'), 'notANumber'],
    [key('longestCycleS'), 'notWhole'],
  ])
})

it('takes decimals with a comma, and refuses a longest cycle below the shortest', () => {
  const typed = { ...siteTexts(parseSite({})), [key('walkingMps')]: '1,07', [key('phases.2.name')]: ' Lê Lợi ' }
  const { edit } = parseSiteForm(typed)
  expect([edit?.whole.walkingMps, edit?.phases[2].name]).toEqual([1.07, 'Lê Lợi'])
  const wrong = {
    ...typed,
    [key('shortestCycleS')]: '90',
    [key('longestCycleS')]: '60',
    [key('phases.1.name')]: 'x'.repeat(41),
  }
  expect([...parseSiteForm(wrong).faults]).toEqual([
    [key('phases.1.name'), 'tooLong'],
    [key('longestCycleS'), 'belowShortest'],
  ])
})
