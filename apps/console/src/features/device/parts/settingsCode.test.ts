import { SETTINGS } from '@greenwave/controller/settingTable/table'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settingsCode, settingsWrittenMs } from './TimingSheet.tsx'

const KEYS = SETTINGS.filter(({ group }) => group.kind !== 'mode').flatMap(({ keyNames }) => keyNames)
const settings = fc.dictionary(fc.constantFrom(...KEYS), fc.nat({ max: 300 }), { minKeys: 1 })

test('the code of settings is the same in any order and as texts, whatever the mode, and another one after any change', () => {
  fc.assert(
    fc.property(settings, fc.nat(), (values, nth) => {
      const code = settingsCode(values)
      expect(code).toMatch(/^[0-9A-Z]{7}$/)
      const texts = Object.entries(values).map(([key, value]) => [key, String(value)])
      expect(settingsCode({ ...Object.fromEntries(texts.reverse()), Mode: 1 })).toBe(code)
      const keys = Object.keys(values)
      const key = keys[nth % keys.length] ?? ''
      expect(settingsCode({ ...values, [key]: (values[key] ?? 0) + 1 })).not.toBe(code)
    }),
    { numRuns: 50 },
  )
})

test('the version is as old as the last setting that was written, and a mode or another attribute makes none', () => {
  expect(
    settingsWrittenMs({ Vang: { ts: 5, value: 3 }, Do_cong: { ts: 7, value: 2 }, Mode: { ts: 9, value: 1 } }),
  ).toBe(7)
  expect(settingsWrittenMs({ Mode: { ts: 9, value: 1 }, other: { ts: 10, value: 1 } })).toBeUndefined()
})
