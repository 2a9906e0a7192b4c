import { incidents as standard } from '../default/incidents.ts'
import type { TextsLike } from '../shape.ts'

export const incidents = {
  ...standard,
  sentences: { ...standard.sentences, held: 'Held on route {{route}} since {{time}}' },
} satisfies TextsLike<typeof standard>
