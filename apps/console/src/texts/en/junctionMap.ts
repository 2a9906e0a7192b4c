import { junctionMap as standard } from '../default/junctionMap.ts'
import type { TextsLike } from '../shape.ts'

export const junctionMap = { ...standard } satisfies TextsLike<typeof standard>
