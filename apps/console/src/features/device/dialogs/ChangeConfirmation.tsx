import type { Finding } from '@greenwave/controller/checks/finding'
import { Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AttributeValuesToWrite } from '../../../data/queries/deviceAttributes.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { ChangeList } from './ChangeList.tsx'
import styles from './Findings.module.css'
import { FindingTicks } from './FindingTicks.tsx'
import type { ChangeFlow } from './useChangeFlow.ts'

/** As much as a record keeps, characters. */
const MOST_WHY = 300

interface ChangeConfirmationProps {
  readonly flow: ChangeFlow
  /** The values to list, each with its old value; null for no list. */
  readonly listed: AttributeValuesToWrite | null
  readonly findings: readonly Finding[]
  /** The findings that the user has ticked, by `findingKey`. */
  readonly ticked: ReadonlySet<string>
  readonly onTick: (ticked: ReadonlySet<string>) => void
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
  const { flow, listed, findings, ticked, onTick, online, lead, preview, wording } = props
  const t = useTexts('device')
  // Without its own connection, the console does not know whether the controller is online.
  const unknown = useLiveLost() || flow.unreached
  return (
    <Stack gap="sm">
      {lead}
      {listed && <ChangeList before={flow.current} after={listed} />}
      {preview}
      {online !== undefined && (
        <p className={styles.state}>
          {unknown ? (
            <StatusTag tone="mute">{t('change.onlineUnknown')}</StatusTag>
          ) : (
            <StatusTag tone={online ? 'ok' : 'warn'}>{t(online ? 'change.online' : 'change.offline')}</StatusTag>
          )}
        </p>
      )}
      <FindingTicks findings={findings} ticked={ticked} onTick={onTick} disabled={flow.submitting} wording={wording} />
      <TextInput
        label={t('change.why')}
        maxLength={MOST_WHY}
        autoComplete="off"
        value={props.why}
        disabled={flow.submitting}
        onChange={(event) => props.onWhy(event.currentTarget.value)}
      />
    </Stack>
  )
}
