import { login as standard } from '../default/login.ts'
import type { TextsLike } from '../shape.ts'

export const login = { ...standard } satisfies TextsLike<typeof standard>
