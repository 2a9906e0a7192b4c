import { CAUSABLE_FAULTS } from '@greenwave/contract/wire/demonstration'
import { expect, test } from 'vitest'
import { FAULT_NAMES, FaultError, faultHelp, parseFault } from '@greenwave/controller/virtual/faults'

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

/** Faults that cannot be caused in the demonstration, because they leave something behind or show nothing. */
const NOT_CAUSABLE = [
  ...(['clock-drift', 'clock-jump', 'refuse-settings', 'wrong-settings', 'no-report'] as const),
  ...(['lost-samples', 'late-samples', 'repeated-samples', 'missing-key', 'text-value'] as const),
]

test('the demonstration offers every fault that is over when it ends, by its name here', () => {
  expect([...CAUSABLE_FAULTS, ...NOT_CAUSABLE].sort()).toEqual([...FAULT_NAMES].sort())
})
