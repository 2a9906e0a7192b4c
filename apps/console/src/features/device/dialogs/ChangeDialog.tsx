import { bySeverity, isDanger, mayBeSent } from '@greenwave/controller/checks/danger'
import type { Finding } from '@greenwave/controller/checks/finding'
import { type ReactNode, useState } from 'react'
import type { AttributeValuesToWrite } from '../../../data/queries/deviceAttributes.ts'
import { findingKey } from '../../../shared/useFindingText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { FormDialog, type FormDialogProps } from '../../../ui/dialogs/FormDialog.tsx'
import type { TypedForm } from '../../../ui/forms/typedForm.ts'
import type { DeviceView } from '../model/deviceView.ts'
import { ChangeConfirmation } from './ChangeConfirmation.tsx'
import styles from './Findings.module.css'
import { OthersHere } from './OthersHere.tsx'
import type { ChangeFlow } from './useChangeFlow.ts'

interface ChangeDialogProps {
  /** The junction, which is named first. */
  readonly view: DeviceView
  readonly opened: boolean
  readonly flow: ChangeFlow
  /** The form; absent when there is nothing to type and the dialog is only a confirmation. */
  readonly form?: Omit<FormDialogProps, 'opened' | 'submitting' | 'error' | 'onClose' | 'confirmation'>
  /** Title of a dialog that is only a confirmation. */
  readonly title?: string
  /** The values to list and send; by default those that the form passed to `flow.ask`. */
  readonly values?: AttributeValuesToWrite
  /**
   * Returns the values to send if they keep changing. It is called while they are sent, and its values are not listed.
   */
  readonly moving?: () => AttributeValuesToWrite
  /** End of the mode that is sent, epoch milliseconds; null: no end; undefined: no end is shown. */
  readonly until?: number | null | undefined
  /**
   * The findings of the checks. An error blocks the change; a warning must be ticked; a danger needs the code of the
   * junction and a reason.
   */
  readonly findings: readonly Finding[]
  /** True when there is nothing to send. */
  readonly blocked?: boolean
  /** Whether the controller is online; undefined for changes that do not concern it. */
  readonly online?: boolean | undefined
  /** Effect of the change on the lamps, as text; left out for changes that do not concern them. */
  readonly effect?: string
  /** Shown before the list of changes. */
  readonly lead?: ReactNode
  /** A drawing of the change, such as diagrams before and after. */
  readonly preview?: ReactNode
  /** Returns another text for a finding whose usual text would be wrong here; undefined for the usual one. */
  readonly wording?: (finding: Finding) => string | undefined
  readonly onClose: () => void
}

/**
 * The dialog of a change: the form, then a confirmation with the changes and the findings. A change is sent from the
 * confirmation only.
 */
export function ChangeDialog(props: ChangeDialogProps) {
  const { view, opened, flow, form, effect, onClose } = props
  const dialog = useTexts('settings', 'dialogs')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState('')
  const [why, setWhy] = useState('')
  const values = props.values ?? flow.asking
  const findings = bySeverity([...props.findings, ...flow.conflicts])
  const override = { asked: view.name, typed, why }
  const confirmation = {
    title: props.title ?? dialog('change.title'),
    size: 'lg',
    error: flow.error && `${flow.error}\n${dialog('change.kept')}`,
    confirmDisabled:
      props.blocked === true || !mayBeSent(findings, (finding) => ticked.has(findingKey(finding)), override),
    consequence: effect && !props.blocked && <Consequence effect={effect} isDangerous={findings.some(isDanger)} />,
    onConfirm: () => flow.send(props.moving ?? values ?? {}, why),
    children: (
      <ChangeConfirmation
        flow={flow}
        listed={props.moving || props.blocked ? null : values}
        until={props.until}
        findings={findings}
        ticked={ticked}
        asked={override.asked}
        typed={typed}
        onTick={setTicked}
        onType={setTyped}
        why={why}
        onWhy={setWhy}
        online={props.online}
        lead={props.lead}
        preview={props.preview}
        wording={props.wording}
      />
    ),
  }
  const back = () => {
    // Other values may be dangerous in another way.
    setTyped('')
    flow.back()
  }
  const { submitting, error } = flow
  const subject = (
    <>
      <JunctionName view={view} />
      <OthersHere
        deviceId={view.deviceId}
        title={form?.title ?? props.title ?? ''}
        opened={opened}
        own={flow.triedId}
      />
    </>
  )
  if (!form)
    return (
      <ConfirmDialog
        {...confirmation}
        subject={subject}
        opened={opened}
        submitting={submitting}
        blocksNavigation
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      {...form}
      subject={subject}
      typed={form.typed && withWhy(form.typed, why, setWhy)}
      opened={opened}
      submitting={submitting}
      error={error}
      onClose={onClose}
      confirmation={flow.asking && { ...confirmation, onBack: back }}
    >
      {form.children}
    </FormDialog>
  )
}

/** Says what the change does on the street, beside the button that sends it. */
function Consequence({ effect, isDangerous }: { effect: string; isDangerous: boolean }) {
  const t = useTexts('settings', 'edit')
  return (
    <p className={styles.consequence}>
      {isDangerous && <span className={styles.dangerous}>{t('danger.dangerous')}</span>} {effect}
    </p>
  )
}

/** Adds the reason to what is kept of a form. */
function withWhy(typed: TypedForm, why: string, setWhy: (why: string) => void): TypedForm {
  return {
    ...typed,
    initial: { ...typed.initial, [WHY]: '' },
    values: { ...typed.values, [WHY]: why },
    restore: ({ [WHY]: kept, ...values }) => {
      typed.restore(values)
      if (typeof kept === 'string') setWhy(kept)
    },
  }
}

/** No attribute has this name. */
const WHY = ' why'

/** Names the junction that a dialog is about: its label, if it has one, and its code. */
export function JunctionName({ view }: { view: Pick<DeviceView, 'label' | 'name'> }) {
  const label = view.label.trim()
  return (
    <>
      {label && <b>{label}</b>} <span>{view.name}</span>
    </>
  )
}
