import { TextInput } from '@mantine/core'

interface DecimalFieldProps {
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  /** True for a field within a form that Enter in it must not send. */
  readonly keepsEnter?: boolean
  readonly onChange: (text: string) => void
}

/** A field for a number that may be left empty. It accepts any text, because what cannot be read gets an error instead. */
export function DecimalField({ label, value, error, keepsEnter = false, onChange }: DecimalFieldProps) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => keepsEnter && event.key === 'Enter' && event.preventDefault()}
    />
  )
}
