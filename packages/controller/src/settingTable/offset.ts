import { found } from '../checks/finding.ts'
import { PROGRAM_NUMBERS, type ProgramNumber, SECONDS_PER_DAY } from '../controllerLimits.ts'
import { cycleSeconds } from '../cycle.ts'
import { programOf } from '../settings.ts'
import { defineOptionalRow } from './optionalRow.ts'

const offsetKey = ({ program }: { readonly program: ProgramNumber }) => `Offset_Pr${program}`

/** (R19) The offset of a program: seconds by which its cycle begins later, 0 to cycle - 1. */
export const offsetRow = defineOptionalRow({
  kind: 'offset',
  which: PROGRAM_NUMBERS.map((program) => ({ program })),
  isOfCycle: true,
  key: offsetKey,
  // What the cycle of the program allows is checked below.
  range: { min: 0, max: SECONDS_PER_DAY - 1 },
  unit: 's',
  name: ({ program }) => `Program ${program} offset`,
  check: (value, settings, which) => {
    const cycle = cycleSeconds(programOf(settings, which.program), settings.clearance)
    if (cycle === 0 || value < cycle) return []
    return [found('outOfRange', offsetKey(which), { value, min: 0, max: cycle - 1 })]
  },
})
