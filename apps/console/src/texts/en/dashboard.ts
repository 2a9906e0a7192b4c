import type { dashboard as standard } from '../default/dashboard.ts'
import type { TextsLike } from '../shape.ts'

export const dashboard = {
  title: 'Dashboard',
} satisfies TextsLike<typeof standard>
