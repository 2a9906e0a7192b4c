import type { RecordedState } from '@greenwave/contract/records/changeRecords'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag, type Tone } from '../../../ui/states/StatusTag.tsx'

const TONES: Readonly<Record<Exclude<RecordedState, 'written'>, Tone>> = {
  refused: 'bad',
  partly: 'bad',
  begun: 'warn',
}

/** Outcomes other than the usual one, the worst first. */
export const UNUSUAL = ['refused', 'partly', 'begun'] as const satisfies readonly (keyof typeof TONES)[]

interface OutcomeTagProps {
  readonly state: RecordedState
  /** Adds to the text how many changes have the outcome. */
  readonly counted?: (text: string) => string
}

/** Names the outcome of a change unless it was written. */
export function OutcomeTag({ state, counted = (text) => text }: OutcomeTagProps) {
  const t = useTexts('settings', 'changes')
  return state === 'written' ? null : <StatusTag tone={TONES[state]}>{counted(t(`states.${state}`))}</StatusTag>
}
