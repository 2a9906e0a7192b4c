import type { Range } from '@greenwave/controller/controllerLimits'
import { TextInput } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'

/** Properties of `NumberField`. */
export interface NumberFieldProps {
  readonly label: string
  readonly value: string
  readonly range: Range
  readonly onChange: (text: string) => void
  readonly onLeave?: () => void
  readonly error?: string | undefined
  /** Warnings about the value. */
  readonly notes?: ReactNode
  /** Renders what stands around the input, such as buttons that step. */
  readonly around?: ((input: ReactNode) => ReactNode) | undefined
  /** Called for a key that steps, in place of `onChange`. */
  readonly onStep?: ((by: number) => void) | undefined
  readonly placeholder?: string | undefined
  readonly disabled?: boolean | undefined
  readonly autoFocus?: boolean | undefined
}

const KEY_STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/**
 * A field for a whole number. It accepts any text and shows an error for a wrong one; the arrow keys step within the
 * range. It is a text field, because a browser's number field changes its value under a mouse wheel and hides text that
 * it cannot read.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, value, range, onChange, onLeave, error, notes, around, onStep, placeholder, disabled, autoFocus } =
    props
  const number = Number(value)
  const isNumber = value.trim() !== '' && Number.isFinite(number)

  function onKeyDown(event: KeyboardEvent) {
    const step = KEY_STEPS[event.key]
    if (step === undefined || !isNumber) return
    event.preventDefault()
    if (onStep) onStep(step)
    else onChange(String(Math.min(range.max, Math.max(range.min, Math.trunc(number) + step))))
  }

  return (
    <TextInput
      label={label}
      required
      withAsterisk={false}
      role="spinbutton"
      inputMode="numeric"
      autoComplete="off"
      aria-valuemin={range.min}
      {...(range.max < Number.MAX_SAFE_INTEGER && { 'aria-valuemax': range.max })}
      {...(isNumber && { 'aria-valuenow': number })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
      onKeyDown={onKeyDown}
      error={error}
      description={notes}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...(around && { inputContainer: around })}
      {...(placeholder !== undefined && { placeholder })}
      disabled={disabled ?? false}
      data-autofocus={autoFocus || undefined}
    />
  )
}
