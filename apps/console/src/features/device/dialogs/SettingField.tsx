import type { Finding } from '@greenwave/controller/checks/finding'
import { rangeOf } from '@greenwave/controller/settingTable/ranges'
import { FindingNotes } from './FindingNotes.tsx'
import { NumberField } from './NumberField.tsx'
import type { SettingForm } from './useSettingForm.ts'

interface SettingFieldProps {
  readonly form: SettingForm
  /** The attribute key. */
  readonly name: string
  readonly label: string
  readonly findings?: readonly Finding[]
  readonly placeholder?: string | undefined
  readonly autoFocus?: boolean | undefined
  /** Says whether a text may be typed at all. */
  readonly accepts?: ((text: string) => boolean) | undefined
}

/** The field of one attribute, with what the checks say of its value beside it. */
export function SettingField({ form, name, label, findings = [], placeholder, autoFocus, accepts }: SettingFieldProps) {
  const range = rangeOf(name) ?? { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }
  const own = findings.filter((finding) => finding.field === name && finding.level === 'warning')
  return (
    <NumberField
      label={label}
      value={form.typed[name] ?? ''}
      range={range}
      onChange={(text) => (accepts?.(text) ?? true) && form.set(name, text)}
      onLeave={() => form.leave(name)}
      error={form.errorOf(name, label)}
      notes={own.length > 0 && <FindingNotes findings={own} />}
      placeholder={placeholder}
      autoFocus={autoFocus}
    />
  )
}
