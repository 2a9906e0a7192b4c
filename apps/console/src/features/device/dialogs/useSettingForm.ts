import { parseInteger } from '@greenwave/controller/integer'
import { checkValue } from '@greenwave/controller/settingTable/ranges'
import { useState } from 'react'
import { useFindingText } from '../../../shared/useFindingText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { asTexts, type TypedForm } from '../../../ui/forms/typedForm.ts'

/** A form of whole numbers, one for each attribute key; all are required. */
export interface SettingForm {
  readonly typed: Readonly<Record<string, string>>
  readonly set: (key: string, text: string) => void
  readonly setAll: (values: Readonly<Record<string, number>>) => void
  /** The typed numbers; null unless all are there and in range. */
  readonly numbers: Readonly<Record<string, number>> | null
  /** The last numbers that were all there and in range; at first the initial ones. */
  readonly drawn: Readonly<Record<string, number>>
  /**
   * Returns the error of a field: for a wrong value at once, for an empty field after the user left it or sent the
   * form.
   */
  readonly errorOf: (key: string, label: string) => string | undefined
  readonly leave: (key: string) => void
  /** Shows the errors of all fields; returns whether there are none. */
  readonly validate: () => boolean
  /** The typed values for the dialog, which asks before it drops them. */
  readonly kept: TypedForm
}

/** Returns a form of whole numbers that starts with the `initial` ones. */
export function useSettingForm(initial: () => Readonly<Record<string, number>>): SettingForm {
  const dialog = useTexts('settings', 'dialogs')
  const findingText = useFindingText()
  const [begun] = useState(initial)
  const [{ typed, drawn }, setState] = useState({ typed: asTexts(begun), drawn: begun })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const put = (texts: Readonly<Record<string, string>>) =>
    setState((before) => {
      const next = { ...before.typed, ...texts }
      return { typed: next, drawn: numbersOf(next) ?? before.drawn }
    })
  const numbers = numbersOf(typed)
  return {
    typed,
    set: (key, text) => put({ [key]: text }),
    setAll: (values) => put(asTexts(values)),
    numbers,
    drawn,
    errorOf: (key, label) => {
      const text = typed[key] ?? ''
      if (text.trim() === '') return left.has(key) ? dialog('form.required', { field: label }) : undefined
      const finding = checkValue(key, text)
      return finding ? findingText(finding) : undefined
    },
    leave: (key) => setLeft((before) => new Set(before).add(key)),
    validate: () => {
      setLeft(new Set(Object.keys(typed)))
      return numbers !== null
    },
    kept: {
      initial: asTexts(begun),
      values: typed,
      restore: (values) => put(asTexts(values)),
    },
  }
}

function numbersOf(typed: Readonly<Record<string, string>>): Record<string, number> | null {
  const numbers: Record<string, number> = {}
  for (const [key, text] of Object.entries(typed)) {
    const number = parseInteger(text)
    if (number === undefined || checkValue(key, text) !== null) return null
    numbers[key] = number
  }
  return numbers
}
