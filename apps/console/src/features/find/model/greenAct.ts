/** An act on a green, as it is typed: '+5 green', '+5 green phase 2', 'xanh pha 2 -3'. */
import { foldText } from '@greenwave/contract/foldText'

/** A wanted change of a green. */
export interface GreenAct {
  /** Seconds by which it changes. */
  readonly by: number
  /** Undefined for any phase. */
  readonly phase: 1 | 2 | 3 | undefined
}

/** Words of such a text, and the beginnings of these while it is typed. */
const WORDS = ['green', 'xanh', 'phase', 'pha', 's', 'giay']
/** Most seconds by which a green is changed at once. */
const MOST_S = 99

/** Parses a change of a green; null for any other text. A change has a sign. */
export function parseGreenAct(text: string): GreenAct | null {
  let rest = foldText(text)
  const by = /([+−-]) ?(\d{1,2})(?!\d)/.exec(rest)
  if (!by) return null
  rest = rest.replace(by[0], ' ')
  const phase = /\b(?:phase|pha) ?([1-3])(?!\d)/.exec(rest)
  if (phase) rest = rest.replace(phase[0], ' ')
  const others = rest.split(' ').filter(Boolean)
  if (!others.every((word) => WORDS.some((known) => known.startsWith(word)))) return null
  const seconds = Math.min(MOST_S, Number(by[2])) * (by[1] === '+' ? 1 : -1)
  const numbers = { '1': 1, '2': 2, '3': 3 } as const
  return seconds === 0 ? null : { by: seconds, phase: phase ? numbers[phase[1] as '1' | '2' | '3'] : undefined }
}
