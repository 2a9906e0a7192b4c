import { TextInput } from '@mantine/core'

interface DecimalFieldProps {
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  /** A value that holds while nothing is typed. */
  readonly placeholder?: string | undefined
  readonly onChange: (text: string) => void
}

/** A field for a number that may be left empty. It accepts any text, because what cannot be read gets an error instead. */
export function DecimalField({ label, value, error, placeholder, onChange }: DecimalFieldProps) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      error={error}
      placeholder={placeholder ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
