import type { SignInStepLeft } from '../../../data/session.ts'

/** What the steps of a sign-in are given. */
export interface StepProps {
  /** The token that serves this step. */
  readonly token: string
  /** Whom the password was right for. */
  readonly account: string
  readonly onStep: (step: SignInStepLeft) => void
  /** Goes back to account and password; `why` is said there. */
  readonly onLeave: (why?: string) => void
}
