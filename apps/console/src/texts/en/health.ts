import { health as standard } from '../default/health.ts'
import type { TextsLike } from '../shape.ts'

export const health = {
  ...standard,
  modes: { flashing: 'Flashing yellow', route1: 'Route 1', route2: 'Route 2' },
} satisfies TextsLike<typeof standard>
