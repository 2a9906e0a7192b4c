import { rangeOf } from '@greenwave/controller/settingTable/ranges'
import { useFindingText } from '../../../shared/useFindingText.ts'
import { FindingNotes } from './FindingNotes.tsx'
import { NumberField, type NumberFieldProps } from './NumberField.tsx'
import type { SettingChange } from './SettingDialog.tsx'

interface SettingFieldProps extends Pick<NumberFieldProps, 'around' | 'onStep'> {
  readonly change: Pick<SettingChange<unknown>, 'form' | 'findings'>
  /** The attribute key. */
  readonly name: string
  readonly label: string
  readonly placeholder?: string | undefined
  readonly autoFocus?: boolean | undefined
  /** Returns whether the field accepts a text while the user types. */
  readonly accepts?: ((text: string) => boolean) | undefined
}

/** The field of one attribute, with the findings about its value. */
export function SettingField(props: SettingFieldProps) {
  const { change, name, label, placeholder, autoFocus, accepts, around, onStep } = props
  const { form, findings } = change
  const range = rangeOf(name) ?? { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }
  const findingText = useFindingText()
  const own = findings.filter((finding) => finding.field === name)
  const warnings = own.filter(({ level }) => level === 'warning')
  const wrong = own.find(({ level }) => level === 'error')
  return (
    <NumberField
      label={label}
      value={form.typed[name] ?? ''}
      range={range}
      onChange={(text) => (accepts?.(text) ?? true) && form.set(name, text)}
      onLeave={() => form.leave(name)}
      error={form.errorOf(name, label) ?? (wrong && findingText(wrong))}
      notes={warnings.length > 0 && <FindingNotes findings={warnings} />}
      around={around}
      onStep={onStep}
      placeholder={placeholder}
      autoFocus={autoFocus}
    />
  )
}
