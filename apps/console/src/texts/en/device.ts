import type { device as standard } from '../default/device.ts'
import type { TextsLike } from '../shape.ts'

export const device = {
  title: 'Device',
} satisfies TextsLike<typeof standard>
