import type { SignInStepLeft } from '../../data/session.ts'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { SetUpStep } from './SetUpStep.tsx'
import { VerifyStep } from './VerifyStep.tsx'

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

/** What is left to do after a right password; the session begins behind it. */
export function SignInStep({ step, ...turns }: { readonly step: SignInStepLeft } & Omit<StepProps, 'token'>) {
  const props = { ...turns, token: step.token }
  switch (step.kind) {
    case 'verify':
      return <VerifyStep {...props} />
    case 'setUp':
      return <SetUpStep {...props} />
    case 'newPassword':
      return <NewPasswordStep {...props} />
  }
}
