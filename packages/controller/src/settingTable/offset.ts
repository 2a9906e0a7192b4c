import { isPresent, settingInteger } from '../attributes.ts'
import { type Finding, found } from '../checks/finding.ts'
import { cycleSeconds } from '../cycle.ts'
import { offsetKey } from '../keys.ts'
import { PROGRAM_NUMBERS, SECONDS_PER_DAY } from '../limits.ts'
import { programOf } from '../settings.ts'
import { defineRow } from './row.ts'

/** (R19) The offset of a program's cycle, 0 to cycle - 1 seconds; undefined if it was never set. */
export const offsetRow = defineRow({
  kind: 'offset',
  which: PROGRAM_NUMBERS.map((program) => ({ program })),
  shapes: 'cycle',
  optional: true,
  keys: ({ program }) => [
    {
      key: offsetKey(program),
      parts: { kind: 'offset' as const, program },
      // What the cycle of the program allows is checked below.
      range: { min: 0, max: SECONDS_PER_DAY - 1 },
      name: `Program ${program} offset`,
    },
  ],
  read: (values, { program }): number | undefined => {
    const key = offsetKey(program)
    return isPresent(values, key) ? settingInteger(values, key) : undefined
  },
  write: (offset, { program }): Record<string, number> =>
    offset === undefined ? {} : { [offsetKey(program)]: offset },
  of: ({ offsets }, { program }) => offsets?.[program],
  put: (settings, offset, { program }) =>
    offset === undefined ? settings : { ...settings, offsets: { ...settings.offsets, [program]: offset } },
  check: (value, { settings }, { program }): Finding[] => {
    const cycle = cycleSeconds(programOf(settings, program), settings.clearance)
    if (value === undefined || cycle === 0 || value < cycle) return []
    return [found('outOfRange', offsetKey(program), { value, min: 0, max: cycle - 1 })]
  },
})
