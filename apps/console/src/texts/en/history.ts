import { history as standard } from '../default/history.ts'
import type { TextsLike } from '../shape.ts'

export const history = {
  ...standard,
  modes: { '0': 'Flashing yellow', '1': 'Route 1', '2': 'Route 2', '4': 'Automatic' },
} satisfies TextsLike<typeof standard>
