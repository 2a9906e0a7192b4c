import { devices as standard } from '../default/devices.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const devices = standard satisfies TextsLike<typeof standard>
