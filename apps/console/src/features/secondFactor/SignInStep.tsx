import type { SignInStepLeft } from '../../data/session.ts'
import type { StepProps } from './model/stepProps.ts'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { SetUpStep } from './SetUpStep.tsx'
import { VerifyStep } from './VerifyStep.tsx'
// Its fields are Mantine's.
import '../../ui/theme/moreMantineStyles.ts'

/** Shows what is left to do after a right password. The session begins after it. */
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
