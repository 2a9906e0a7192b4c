/** Topics that a note or the help dialog explains: terms of signal control, and incidents. */
import { HEALTH_CODES, type HelpfulCode, needsHelp } from '../data/health.ts'
import type { Texts } from '../texts/namespaces.ts'

/** A term of the glossary. */
export type GlossaryTerm = keyof Texts['monitoring']['glossary']['names']

/** The terms, from the lamps to the street. */
export const GLOSSARY_TERMS: readonly GlossaryTerm[] = [
  'phase',
  'cycle',
  'split',
  'yellow',
  'redClearance',
  'program',
  'plan',
  'offset',
  'band',
  'attainability',
  'drift',
  'hold',
  'level',
  'remark',
]

/** Subject of a note. */
export type Topic =
  | { readonly kind: 'term'; readonly term: GlossaryTerm }
  | { readonly kind: 'incident'; readonly code: HelpfulCode }

/** The incidents of the help dialog, the most urgent first. */
export const EXPLAINED_INCIDENTS: readonly HelpfulCode[] = HEALTH_CODES.filter(needsHelp).filter(
  (code) => code !== 'muted' && code !== 'other',
)
