import { providerSignIn as standard } from '../default/providerSignIn.ts'
import type { TextsLike } from '../shape.ts'

export const providerSignIn = { ...standard } satisfies TextsLike<typeof standard>
