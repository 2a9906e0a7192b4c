import { devices as standard } from '../default/devices.ts'
import type { TextsLike } from '../shape.ts'

/** The default words of this part are English throughout. */
export const devices = standard satisfies TextsLike<typeof standard>
