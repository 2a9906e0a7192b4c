import { settingInteger } from '../attributes.ts'
import { PROGRAM_NUMBERS } from '../controllerLimits.ts'
import { periodKey } from '../keys.ts'
import { programOf, withProgram } from '../settings.ts'
import { ANY_WHOLE, defineRow } from './row.ts'

/**
 * (R7) The total period that is set for a program; 0 means none. The check of the program compares it with the cycle
 * (V3).
 */
export const periodRow = defineRow({
  kind: 'period',
  which: PROGRAM_NUMBERS.map((program) => ({ program })),
  isOfCycle: true,
  keys: ({ program }) => [
    {
      key: periodKey(program),
      parts: { kind: 'period' as const, program },
      range: ANY_WHOLE,
      name: `Program ${program} total period`,
    },
  ],
  read: (values, { program }) => settingInteger(values, periodKey(program)),
  write: (seconds, { program }) => (seconds > 0 ? { [periodKey(program)]: seconds } : {}),
  of: (settings, { program }) => programOf(settings, program).sharedPeriod,
  put: (settings, sharedPeriod, { program }) =>
    withProgram(settings, { ...programOf(settings, program), sharedPeriod }),
  check: () => [],
})
