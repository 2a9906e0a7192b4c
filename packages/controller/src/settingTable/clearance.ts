import { settingInteger } from '../attributes.ts'
import { checkClearanceTimes } from '../checks/clearance.ts'
import { plansUsing } from '../checks/program.ts'
import { CLEARANCE_RANGE, PROGRAM_NUMBERS } from '../controllerLimits.ts'
import { RED_CLEARANCE_KEY, YELLOW_KEY } from '../keys.ts'
import type { Clearance } from '../settings.ts'
import { programRow } from './program.ts'
import { defineRow, ONLY } from './row.ts'

/** Yellow and red clearance. A change re-checks every program in use (V8). */
export const clearanceRow = defineRow({
  kind: 'clearance',
  which: ONLY,
  isOfCycle: true,
  keys: () => [
    { key: YELLOW_KEY, parts: { kind: 'yellow' }, range: CLEARANCE_RANGE, name: 'Yellow', unit: 's' },
    {
      key: RED_CLEARANCE_KEY,
      parts: { kind: 'redClearance' },
      range: CLEARANCE_RANGE,
      name: 'Red clearance',
      unit: 's',
    },
  ],
  read: (values): Clearance => ({
    yellow: settingInteger(values, YELLOW_KEY),
    redClearance: settingInteger(values, RED_CLEARANCE_KEY),
  }),
  write: ({ yellow, redClearance }) => ({ [YELLOW_KEY]: yellow, [RED_CLEARANCE_KEY]: redClearance }),
  of: ({ clearance }) => clearance,
  put: (settings, clearance) => ({ ...settings, clearance }),
  check: (clearance, { limits }) => checkClearanceTimes(clearance, limits),
  rechecks: (settings) =>
    PROGRAM_NUMBERS.filter((program) => plansUsing(settings, program).length > 0).map((program) =>
      programRow.at({ program }),
    ),
})
