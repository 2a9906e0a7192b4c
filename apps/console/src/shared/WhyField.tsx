import { TextInput } from '@mantine/core'
import { useTexts } from '../texts/useTexts.ts'

/** As much as a record keeps, characters. */
const MOST_WHY = 300

interface WhyFieldProps {
  readonly why: string
  /** True when settings are sent in spite of a danger. */
  readonly isNeeded: boolean
  readonly disabled: boolean
  readonly onChange: (why: string) => void
}

/** Asks for the reason of a change, one line, which is recorded with it. */
export function WhyField({ why, isNeeded, disabled, onChange }: WhyFieldProps) {
  const t = useTexts('settings', 'edit')
  const optional = useTexts('settings', 'dialogs')('change.why')
  return (
    <TextInput
      label={isNeeded ? t('danger.why') : optional}
      required={isNeeded}
      withAsterisk={false}
      maxLength={MOST_WHY}
      autoComplete="off"
      value={why}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
