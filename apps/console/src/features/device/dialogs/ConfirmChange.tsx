import type { Finding } from '@greenwave/controller/checks/finding'
import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AttributeValuesToWrite } from '../../../data/queries/deviceAttributes.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { HoldBack } from '../../../ui/dialogs/DiscardQuestion.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { findingKey } from '../model/findingKey.ts'
import { ChangeList } from './ChangeList.tsx'
import styles from './Findings.module.css'
import { FindingTicks } from './FindingTicks.tsx'
import type { ChangeFlow } from './useChangeFlow.ts'

interface ConfirmChangeProps {
  readonly opened: boolean
  readonly title?: string
  readonly flow: ChangeFlow
  /** What is sent when it is confirmed; read at that moment. */
  readonly values: () => AttributeValuesToWrite
  /** What the checks say of it. An error blocks, a warning must be ticked. */
  readonly findings: readonly Finding[]
  /** Whether the controller can be reached; undefined for what is none of its business. */
  readonly online?: boolean | undefined
  /** What stands before the list of changes. */
  readonly lead?: ReactNode
  /** What shows the change: diagrams before and after. */
  readonly children?: ReactNode
  readonly danger?: boolean
  /** Other words for a finding, where the usual ones would not be true. */
  readonly wording?: (finding: Finding) => string | undefined
  readonly size?: string
  readonly onClose: () => void
}

/** Asks before a change is sent: what changes from what to what, whether the controller is there, and what speaks against it. */
export function ConfirmChange(props: ConfirmChangeProps) {
  const { opened, title, flow, values, findings, online, lead, children, danger, wording, size, onClose } = props
  const t = useTexts('device')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const all = [...findings, ...flow.conflicts]
  // A console without a connection knows nothing of the controller's.
  const unknown = useLiveLost() || flow.unreached
  const blocked = all.some((finding) => finding.level === 'error' || !ticked.has(findingKey(finding)))
  return (
    <ConfirmDialog
      opened={opened}
      title={title ?? t('change.title')}
      submitting={flow.submitting}
      error={flow.error && `${flow.error}\n${t('change.kept')}`}
      confirmDisabled={blocked}
      danger={danger ?? false}
      size={size ?? 'lg'}
      onConfirm={() => flow.send(values())}
      onClose={onClose}
      onLeave={flow.leave}
    >
      {/* Back leads to the form, as 'Hủy' does: what is typed there is not lost. */}
      {opened && <HoldBack onHeld={() => flow.submitting || onClose()} />}
      <Stack gap="sm">
        {lead}
        {flow.asking && <ChangeList before={flow.current} after={flow.asking} />}
        {children}
        {online !== undefined && (
          <p className={styles.state}>
            {unknown ? (
              <StatusTag tone="mute">{t('change.onlineUnknown')}</StatusTag>
            ) : (
              <StatusTag tone={online ? 'ok' : 'warn'}>{t(online ? 'change.online' : 'change.offline')}</StatusTag>
            )}
          </p>
        )}
        <FindingTicks findings={all} ticked={ticked} onTick={setTicked} disabled={flow.submitting} wording={wording} />
      </Stack>
    </ConfirmDialog>
  )
}
