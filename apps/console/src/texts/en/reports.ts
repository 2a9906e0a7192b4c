import { reports as standard } from '../default/reports.ts'
import type { TextsLike } from '../shape.ts'

export const reports = {
  ...standard,
  modeNames: { flashing: 'Flashing yellow', route1: 'Route 1', route2: 'Route 2', automatic: 'Automatic' },
} satisfies TextsLike<typeof standard>
