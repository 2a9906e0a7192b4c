import { expect, it, vi } from 'vitest'
import { shownZone, zoneChoices } from './zoneNames.ts'

const zoneOf = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

it('a time zone is shown under the name that it has today, and is the same zone', () => {
  expect(shownZone('Asia/Saigon')).toBe('Asia/Ho_Chi_Minh')
  expect(shownZone('Asia/Ho_Chi_Minh')).toBe('Asia/Ho_Chi_Minh')
  expect(shownZone('Europe/Berlin')).toBe('Europe/Berlin')
  const renamed = Intl.supportedValuesOf('timeZone').filter((name) => shownZone(name) !== name)
  expect(renamed).toContain('Asia/Saigon')
  for (const name of renamed) expect([name, zoneOf(shownZone(name))]).toEqual([name, zoneOf(name)])
})

it('a browser that does not know the name of today shows its own', () => {
  const Format = Intl.DateTimeFormat
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function make(locale, options) {
    if (options?.timeZone === 'Europe/Kyiv') throw new RangeError('Invalid time zone specified: Europe/Kyiv')
    return new Format(locale, options)
  } as typeof Format)
  expect([shownZone('Europe/Kiev'), shownZone('Asia/Saigon')]).toEqual(['Europe/Kiev', 'Asia/Ho_Chi_Minh'])
  vi.restoreAllMocks()
})

it.each(['Asia/Saigon', 'Asia/Ho_Chi_Minh', 'UTC'])(
  '%s, when it is chosen, is offered once, with its value',
  (chosen) => {
    const choices = zoneChoices(chosen)
    expect(choices.filter(({ value }) => value === chosen)).toEqual([{ value: chosen, label: shownZone(chosen) }])
    const labels = choices.map(({ label }) => label)
    expect(labels).toEqual([...new Set(labels)].sort())
    expect(labels).toEqual(expect.arrayContaining(['Asia/Ho_Chi_Minh', 'Asia/Kolkata', 'Europe/Kyiv']))
    expect(labels).not.toContain('Asia/Saigon')
  },
)
