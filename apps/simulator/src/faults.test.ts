import { expect, test } from 'vitest'
import { FAULT_NAMES, FaultError, faultHelp, parseFault } from './faults.ts'

test.each(FAULT_NAMES)('%s has a default value of its own and a line of help', (name) => {
  expect(parseFault(name)).toMatchObject({ name })
  expect(faultHelp()).toMatch(new RegExp(`^ {2}${name}[ :]`, 'm'))
})

test.each([
  'dark',
  'dark-phase:4',
  'two-greens:1,1',
  'clock-drift:fast',
  'clock-drift:61',
  'silent:1',
  'flapping:5',
  'missing-key:Mode',
])('%s is refused, and told how it is written', (text) => {
  expect(() => parseFault(text)).toThrow(FaultError)
  expect(() => parseFault(text)).toThrow(`fault "${text}"`)
})
