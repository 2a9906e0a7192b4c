import { isDanger } from '@greenwave/controller/checks/danger'
import type { Finding } from '@greenwave/controller/checks/finding'
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AttributeValuesToWrite } from '../../../data/queries/deviceAttributes.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { WhyField } from '../../../shared/WhyField.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { ChangeList } from './ChangeList.tsx'
import styles from './Findings.module.css'
import { type FindingAnswers, FindingTicks } from './FindingTicks.tsx'
import type { ChangeFlow } from './useChangeFlow.ts'

interface ChangeConfirmationProps extends FindingAnswers {
  readonly flow: ChangeFlow
  /** The values to list, each with its old value; null for no list. */
  readonly listed: AttributeValuesToWrite | null
  /** When the mode ends by itself; see `ChangeDialog`. */
  readonly until: number | null | undefined
  readonly findings: readonly Finding[]
  readonly onTick: (ticked: ReadonlySet<string>) => void
  readonly onType: (typed: string) => void
  /** The reason of the change, one line. */
  readonly why: string
  readonly onWhy: (why: string) => void
  readonly online: boolean | undefined
  readonly lead: ReactNode
  readonly preview: ReactNode
  readonly wording: ((finding: Finding) => string | undefined) | undefined
}

/** The confirmation of a change: old and new values, whether the controller is online, the findings, and why. */
export function ChangeConfirmation(props: ChangeConfirmationProps) {
  const { flow, listed, until, findings, online, lead, preview, wording } = props
  const dialog = useTexts('settings', 'dialogs')
  // Without its own connection, the console does not know whether the controller is online.
  const unknown = useLiveLost() || flow.unreached
  return (
    <Stack gap="sm">
      {lead}
      {listed && <ChangeList before={flow.current} after={listed} until={until} holdBefore={flow.holdBefore} />}
      {preview}
      {online !== undefined && (
        <p className={styles.state}>
          {unknown ? (
            <StatusTag tone="mute">{dialog('change.onlineUnknown')}</StatusTag>
          ) : (
            <StatusTag tone={online ? 'ok' : 'warn'}>{dialog(online ? 'change.online' : 'change.offline')}</StatusTag>
          )}
        </p>
      )}
      <FindingTicks
        findings={findings}
        ticked={props.ticked}
        asked={props.asked}
        typed={props.typed}
        onTick={props.onTick}
        onType={props.onType}
        disabled={flow.submitting}
        wording={wording}
      />
      <WhyField why={props.why} isNeeded={findings.some(isDanger)} disabled={flow.submitting} onChange={props.onWhy} />
    </Stack>
  )
}
