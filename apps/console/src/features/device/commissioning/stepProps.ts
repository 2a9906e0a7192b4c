import type { Commissioning } from '@greenwave/contract/records/commissioning'
import type { CommissioningStep } from '../../../data/queries/commissioning.ts'

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
