import { incidents as standard } from '../default/incidents.ts'
import type { TextsLike } from '../shape.ts'

export const incidents = {
  ...standard,
  sentences: { ...standard.sentences, held: 'Held on route {{route}} since {{time}}' },
  causes: {
    ...standard.causes,
    held: { part: '{{junction}} is held on route {{route}}', first: 'Held on route {{route}}: {{junction}}' },
  },
} satisfies TextsLike<typeof standard>
