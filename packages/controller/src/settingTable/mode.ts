import { settingInteger } from '../attributes.ts'
import { MODE_KEY } from '../keys.ts'
import { ANY_WHOLE, defineRow, ONLY } from './row.ts'

/** (R12) The mode: any whole number, since all values without a meaning of their own are automatic. */
export const modeRow = defineRow({
  kind: 'mode',
  which: ONLY,
  keys: () => [{ key: MODE_KEY, parts: { kind: 'mode' }, range: ANY_WHOLE, name: 'Mode' }],
  read: (values) => settingInteger(values, MODE_KEY),
  write: (mode) => ({ [MODE_KEY]: mode }),
  of: ({ mode }) => mode,
  put: (settings, mode) => ({ ...settings, mode }),
  check: () => [],
})
