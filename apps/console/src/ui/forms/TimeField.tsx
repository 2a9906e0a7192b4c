import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { formatTyped, parseTyped, stepTyped, type TimePrecision, type TypedPart, withSeparator } from './typedTime.ts'

type OwnProps = 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max' | 'placeholder'

export interface TimeFieldProps extends Omit<TextInputProps, OwnProps> {
  readonly precision: TimePrecision
  /** A day or time as forms keep it, such as 2026-11-24T01:45, or text that is not valid yet. */
  readonly value?: string
  /** Receives the day or time as forms keep it; an empty text; or, while it is not valid, the text that was typed. */
  readonly onChange: (value: string) => void
  /** First and last value allowed, as forms keep them. */
  readonly min?: string | undefined
  readonly max?: string | undefined
}

const EXAMPLES: Readonly<Record<TimePrecision, string>> = {
  day: '24/11/2026',
  time: '01:45',
  minute: '24/11/2026 01:45',
  second: '24/11/2026 01:45:00',
}

interface Typed {
  readonly text: string
  /** The field's value when the text was typed, and the value that the text gave. */
  readonly values: readonly [before: string, after: string]
}

/**
 * A field for a day and time in 24 hours, typed as 24/11/2026 01:45. Digits suffice: separators follow them. The arrows up
 * and down step the part at the cursor. A text that is not valid stays, with its error.
 */
export function TimeField({ precision, value = '', onChange, min, max, error, ...props }: TimeFieldProps) {
  const t = useTexts('common', 'timeField')
  const input = useRef<HTMLInputElement>(null)
  const select = useRef<TypedPart>(undefined)
  const [typed, setTyped] = useState<Typed>()
  const [isFocused, setIsFocused] = useState(false)
  const shown =
    typed && (isFocused || typed.values.includes(value)) ? typed.text : (formatTyped(value, precision) ?? value)
  const complaint = isFocused && !error ? undefined : complaintOf()

  useLayoutEffect(() => {
    if (select.current) input.current?.setSelectionRange(select.current.start, select.current.end)
    select.current = undefined
  })

  function type(text: string): void {
    const next = parseTyped(text, precision) ?? text.trim()
    setTyped({ text, values: [value, next] })
    onChange(next)
  }

  function step(event: KeyboardEvent<HTMLInputElement>): void {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const next = stepTyped(shown, event.currentTarget.selectionStart ?? 0, by === 1 ? 1 : -1, precision)
    if (!next) return
    event.preventDefault()
    select.current = next.part
    type(next.text)
  }

  function complaintOf(): string | undefined {
    if (shown === '') return undefined
    const kept = parseTyped(shown, precision)
    if (kept === undefined) {
      return t('invalid', { value: shown, format: t(`formats.${precision}`), example: EXAMPLES[precision] })
    }
    if (min && kept < min) return t('tooEarly', { value: shown, limit: formatTyped(min, precision) ?? min })
    if (max && kept > max) return t('tooLate', { value: shown, limit: formatTyped(max, precision) ?? max })
    return undefined
  }

  return (
    <TextInput
      autoComplete="off"
      inputMode="numeric"
      {...props}
      ref={input}
      value={shown}
      placeholder={t(`formats.${precision}`)}
      error={complaint ?? error}
      onChange={({ currentTarget }) => type(withSeparator(currentTarget.value, shown, precision))}
      onKeyDown={step}
      onFocus={(event) => {
        setIsFocused(true)
        props.onFocus?.(event)
      }}
      onBlur={(event) => {
        props.onBlur?.(event)
        setIsFocused(false)
        if (parseTyped(shown, precision) !== undefined || shown.trim() === '') setTyped(undefined)
      }}
    />
  )
}
