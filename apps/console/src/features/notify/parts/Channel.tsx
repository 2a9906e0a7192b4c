import type { SentChannel } from '@greenwave/contract/records/notify'
import type { ChannelStatus } from '@greenwave/contract/records/notifyRecords'
import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import styles from './RulesParts.module.css'

interface ChannelProps {
  readonly name: 'browser' | SentChannel
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** Undefined where a test is not possible. */
  readonly onTest?: (() => void) | undefined
  readonly isTesting?: boolean
  /** Status of the channel: whether it works here, and the outcome of the last message. */
  readonly children?: ReactNode
}

/** Shows a channel for messages: its switch, a test, and its status. */
export function Channel({ name, label, isOn, onChange, onTest, isTesting = false, children }: ChannelProps) {
  const t = useTexts('admin', 'notify')
  return (
    <div className={styles.channel}>
      <div className={styles.channelHead}>
        <Checkbox
          className={styles.words ?? ''}
          label={label}
          checked={isOn}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {onTest && (
          <Button variant="default" aria-label={t(`testNamed.${name}`)} disabled={isTesting} onClick={onTest}>
            {t(isTesting ? 'testing' : 'test')}
          </Button>
        )}
      </div>
      <div className={styles.status}>{children}</div>
    </div>
  )
}

/** Shows the outcome of the last messages of a channel; nothing before the first. */
export function LastSent({ status }: { readonly status: ChannelStatus | undefined }) {
  const t = useTexts('admin', 'notify')
  if (!status) return null
  const { sentAt, failure } = status
  return (
    <>
      {failure && (
        <p>
          <StatusTag tone="bad">
            {t('failed', { date: dateText(failure.at), problem: t(`problems.${failure.problem}`) })}
          </StatusTag>{' '}
          {failure.detail} {t('retried')}
        </p>
      )}
      {sentAt > 0 && <p>{t('lastSent', { date: dateText(sentAt) })}</p>}
    </>
  )
}
