import { device as standard } from '../default/device.ts'
import type { TextsLike } from '../shape.ts'

export const device = {
  ...standard,
  title: 'Thiết bị',
} satisfies TextsLike<typeof standard>
