import type { dashboard as standard } from '../default/dashboard.ts'
import type { TextsLike } from '../shape.ts'

export const dashboard = {
  title: 'Bảng điều khiển',
} satisfies TextsLike<typeof standard>
