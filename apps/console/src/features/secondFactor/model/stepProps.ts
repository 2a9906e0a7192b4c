import type { SignInStepLeft } from '../../../data/session.ts'

/** Properties of a sign-in step. */
export interface StepProps {
  /** The token for the calls of this step. */
  readonly token: string
  /** The account whose password was right. */
  readonly account: string
  readonly onStep: (step: SignInStepLeft) => void
  /** Goes back to account and password, and shows `why` there. */
  readonly onLeave: (why?: string) => void
}
