import { dashboard as standard } from '../default/dashboard.ts'
import type { TextsLike } from '../shape.ts'

export const dashboard = { ...standard } satisfies TextsLike<typeof standard>
