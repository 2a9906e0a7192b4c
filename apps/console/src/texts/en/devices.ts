import { devices as standard } from '../default/devices.ts'
import type { TextsLike } from '../shape.ts'

export const devices = { ...standard, automatic: 'Automatic' } satisfies TextsLike<typeof standard>
