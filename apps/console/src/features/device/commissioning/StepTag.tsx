import type { Commissioning } from '@greenwave/contract/records/commissioning'
import type { CommissioningStep } from '../../../data/queries/commissioning.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'

/** Properties of a step of a commissioning. */
export interface StepProps {
  readonly deviceId: string
  /** The name of the device. */
  readonly name: string
  /** Undefined before the first step. */
  readonly record: Commissioning | undefined
  /** Keeps a step. Rejects when it could not be saved. */
  readonly onStep: (step: CommissioningStep) => Promise<unknown>
}

/** Whether a step is done. */
export function StepTag({ isDone }: { readonly isDone: boolean }) {
  const t = useTexts('admin', 'commissioning')
  return (
    <StatusTag tone={isDone ? 'ok' : 'mute'} withShape>
      {t(isDone ? 'done' : 'open')}
    </StatusTag>
  )
}
