import { Button } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import type { StepProps } from '../model/stepProps.ts'

interface StepEndProps extends Pick<StepProps, 'onLeave'> {
  readonly error: string | undefined
  readonly busy: boolean
  /** The text of the submit button. */
  readonly submit: string
}

/** The end of a step's form: the error, the submit button, and the button back to the password. */
export function StepEnd({ error, busy, submit, onLeave }: StepEndProps) {
  const t = useTexts('admin', 'secondFactor')
  return (
    <>
      {error !== undefined && <ErrorText>{error}</ErrorText>}
      <Button type="submit" fullWidth disabled={busy}>
        {submit}
      </Button>
      <Button variant="subtle" disabled={busy} onClick={() => onLeave()}>
        {t('step.back')}
      </Button>
    </>
  )
}
