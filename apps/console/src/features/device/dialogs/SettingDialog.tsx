import type { AttributeValues } from '@greenwave/controller/attributes'
import { checkConnection } from '@greenwave/controller/checks/connection'
import { type Danger, isDanger } from '@greenwave/controller/checks/danger'
import { type Finding, hasErrors } from '@greenwave/controller/checks/finding'
import type { ControllerSettings } from '@greenwave/controller/settings'
import type { SettingOf } from '@greenwave/controller/settingTable/row'
import type { SettingGroup } from '@greenwave/controller/settingTable/table'
import { plainValues } from '@greenwave/observer/inEffect'
import type { ReactNode } from 'react'
import type { HeldMode } from '../../../data/queries/deviceAttributes.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import { type DangerFix, DangerNotes } from './DangerNotes.tsx'
import type { DialogProps } from './dialogProps.ts'
import { FindingNotes } from './FindingNotes.tsx'
import { useCalculatorBeside } from './useCalculatorBeside.tsx'
import { useChangeFlow } from './useChangeFlow.ts'
import { useSavedNotice, useStreetEffectText } from './useSaveWords.ts'
import { type SettingForm, useSettingForm } from './useSettingForm.ts'

/** A setting while it is being changed. */
export interface SettingChange<Value> {
  readonly form: SettingForm
  /** The findings about the typed value, without dangers, which the dialog boxes. */
  readonly findings: readonly Finding[]
  /** The typed value; null while a field is empty or wrong. */
  readonly value: Value | null
  /**
   * The last complete value: the typed one, or while it is incomplete the one before it, at first the initial value.
   */
  readonly drawn: Value
  /** The stored settings; `after` holds the settings as they would be with `drawn`. */
  readonly before: ControllerSettings
  readonly after: ControllerSettings
  readonly submitting: boolean
}

/** Choices besides the value of a setting: the hold of a mode. */
export interface Beside<Value> {
  /** Returns the hold that is written with a value; undefined for none. Throws if its end cannot be determined. */
  readonly hold: (value: Value) => HeldMode | undefined
  /** Returns when that hold ends, as far as it can be determined now; null: never. */
  readonly until: (value: Value) => number | null | undefined
  readonly check: (value: Value) => readonly Finding[]
  readonly wording: (finding: Finding) => string | undefined
}

interface SettingDialogProps<Group extends SettingGroup, Value> extends DialogProps {
  /** The setting's row in the table of settings. */
  readonly setting: SettingOf<Group, Value>
  readonly title: string
  /** Text of the form's button; absent when the fields are part of the confirmation. */
  readonly submitLabel?: string
  readonly size?: string
  /** The text for a failure for which the platform gives no message. */
  readonly fallback: string
  /** Returns the initial value of the form; by default the stored value. */
  readonly begin?: (kept: AttributeValues) => Value
  /** Choices besides the value, such as the end of a mode. */
  readonly beside?: Beside<Value>
  /** Returns the name of the setting in the notice after a save; by default the setting's name. */
  readonly nameOf?: (value: Value) => string
  readonly fields: (change: SettingChange<Value>) => ReactNode
  /** Returns the fix of a danger while the form is edited; null if this dialog has none. */
  readonly fixOf?: (danger: Danger, change: SettingChange<Value>) => DangerFix | null
  /** Returns the calculators of its values, a part that is loaded on demand. */
  readonly calculators?: (change: SettingChange<Value>) => ReactNode
  /** Draws the change in the confirmation, such as diagrams before and after. */
  readonly preview?: (change: SettingChange<Value>) => ReactNode
}

/** The dialog of a setting of the table: the form with conflicts and findings, then the confirmation. */
export function SettingDialog<Group extends SettingGroup, Value>(props: SettingDialogProps<Group, Value>) {
  const { view, opened, onClose, setting, title, submitLabel, size, beside, fields, preview } = props
  const { settings } = view
  const begin = props.begin ?? ((kept) => setting.read(kept))
  const { online } = view.connectivity
  const notify = useSavedNotice()
  const effectText = useStreetEffectText()
  const name = useSettingWords().groupName(setting.group)
  const keys = setting.keys.map(({ key }) => key)
  const flow = useChangeFlow({
    view,
    scope: 'SHARED_SCOPE',
    keys,
    hold: beside && ((values) => beside.hold(setting.read(values))),
    fallback: props.fallback,
    onSaved: (values, saved) => notify(props.nameOf?.(setting.read(values)) ?? name, values, saved),
    onClose,
  })
  const form = useSettingForm(() => setting.write(begin(flow.basis)))
  const value = form.numbers && setting.read(form.numbers)
  const drawn = setting.read(form.drawn)
  const findings =
    value === null
      ? []
      : setting.check(value, { settings, reported: plainValues(view.client), limits: view.site.limits })
  const after = setting.put(settings, drawn)
  const remarks = findings.filter((finding) => !isDanger(finding))
  const change = { form, findings: remarks, value, drawn, before: settings, after, submitting: flow.submitting }
  const calculators = useCalculatorBeside(props.calculators?.(change))
  const shared = {
    view,
    opened,
    flow,
    findings: [...findings, ...(beside?.check(drawn) ?? []), ...checkConnection(online)],
    online,
    effect: effectText(view.running, setting.put(view.running, drawn), online),
    preview: preview?.(change),
    onClose,
  }
  if (submitLabel === undefined)
    return (
      <ChangeDialog
        {...shared}
        title={title}
        values={setting.write(drawn)}
        lead={fields(change)}
        {...(beside && { wording: beside.wording, until: beside.until(drawn) })}
      />
    )
  return (
    <ChangeDialog
      {...shared}
      lead={<strong>{name}</strong>}
      form={{
        title,
        submitLabel,
        ...(calculators.size !== undefined ? { size: calculators.size } : size !== undefined && { size }),
        ...(props.calculators && { footer: calculators.button }),
        typed: form.kept,
        onSubmit: () => {
          if (form.validate() && value !== null && !hasErrors(findings)) flow.ask(setting.write(value))
          return undefined
        },
        children: (
          <>
            <ConflictNote
              flow={flow}
              typed={form.typed}
              onTakeTheirs={() => form.setAll(setting.write(begin(flow.current)))}
            />
            {props.calculators ? calculators.beside(fields(change)) : fields(change)}
            <DangerNotes
              dangers={findings.filter(isDanger)}
              fixOf={(danger) => props.fixOf?.(danger, change) ?? null}
            />
            <FindingNotes findings={remarks.filter(({ field }) => !keys.includes(field))} />
          </>
        ),
      }}
    />
  )
}
