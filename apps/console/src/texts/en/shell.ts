import { shell as standard } from '../default/shell.ts'
import type { TextsLike } from '../shape.ts'

export const shell = { ...standard } satisfies TextsLike<typeof standard>
