import { settingInteger } from '../attributes.ts'
import { checkBroughtIntoForce } from '../checks/program.ts'
import { checkSchedule } from '../checks/schedule.ts'
import { PLAN_TOTAL_RANGE } from '../controllerLimits.ts'
import { PLAN_TOTAL_KEY } from '../keys.ts'
import { defineRow, ONLY } from './row.ts'

/**
 * The plan count: how many of the six plans are in play. Its findings are those of the resulting schedule (V7), and the
 * dangers of the programs that it has in force (V4).
 */
export const planTotalRow = defineRow({
  kind: 'planTotal',
  which: ONLY,
  keys: () => [{ key: PLAN_TOTAL_KEY, parts: { kind: 'planTotal' }, range: PLAN_TOTAL_RANGE, name: 'Plan count' }],
  read: (values) => settingInteger(values, PLAN_TOTAL_KEY),
  write: (planTotal) => ({ [PLAN_TOTAL_KEY]: planTotal }),
  of: ({ planTotal }) => planTotal,
  put: (settings, planTotal) => ({ ...settings, planTotal }),
  check: (_planTotal, { settings }) => [...checkSchedule(settings), ...checkBroughtIntoForce(settings)],
})
