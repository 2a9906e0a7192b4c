import type { Finding } from '@greenwave/controller/checks/finding'
import { type ReactNode, useState } from 'react'
import type { AttributeValuesToWrite } from '../../../data/queries/deviceAttributes.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { FormDialog, type FormDialogProps } from '../../../ui/dialogs/FormDialog.tsx'
import { findingKey } from '../model/findingKey.ts'
import { ChangeQuestion } from './ChangeQuestion.tsx'
import type { ChangeFlow } from './useChangeFlow.ts'

interface ChangeDialogProps {
  readonly opened: boolean
  readonly flow: ChangeFlow
  /** What is typed; absent where there is nothing to type, and the confirmation stands alone. */
  readonly form?: Omit<FormDialogProps, 'opened' | 'submitting' | 'error' | 'onClose' | 'confirmation'>
  /** Title of a confirmation that stands alone. */
  readonly title?: string
  /** What is listed and sent; what was asked about unless said otherwise. */
  readonly values?: AttributeValuesToWrite
  /** What is sent where it goes on changing: read when it is confirmed, and listed nowhere. */
  readonly moving?: () => AttributeValuesToWrite
  /** What the checks say of it. An error blocks, a warning must be ticked. */
  readonly findings: readonly Finding[]
  /** Whether the controller can be reached; undefined for what is none of its business. */
  readonly online?: boolean | undefined
  /** What stands before the list of changes. */
  readonly lead?: ReactNode
  /** What shows the change: diagrams before and after. */
  readonly preview?: ReactNode
  /** Other words for a finding, where the usual ones would not be true. */
  readonly wording?: (finding: Finding) => string | undefined
  readonly onClose: () => void
}

/** The dialog of a change: the form, then what changes and what speaks against it. It is sent from there and nowhere else. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { opened, flow, form, onClose } = props
  const t = useTexts('device')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const values = props.values ?? flow.asking
  const findings = [...props.findings, ...flow.conflicts]
  const question = {
    title: props.title ?? t('change.title'),
    size: 'lg',
    error: flow.error && `${flow.error}\n${t('change.kept')}`,
    confirmDisabled: findings.some((finding) => finding.level === 'error' || !ticked.has(findingKey(finding))),
    onConfirm: () => flow.send(props.moving?.() ?? values ?? {}),
    children: (
      <ChangeQuestion
        flow={flow}
        listed={props.moving ? null : values}
        findings={findings}
        ticked={ticked}
        onTick={setTicked}
        online={props.online}
        lead={props.lead}
        preview={props.preview}
        wording={props.wording}
      />
    ),
  }
  const { submitting, error } = flow
  if (!form) return <ConfirmDialog {...question} opened={opened} submitting={submitting} holdsBack onClose={onClose} />
  return (
    <FormDialog
      {...form}
      opened={opened}
      submitting={submitting}
      error={error}
      onClose={onClose}
      confirmation={flow.asking && { ...question, onBack: flow.back }}
    />
  )
}
