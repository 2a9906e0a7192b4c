import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { TimedValue } from '@greenwave/controller/timedValue'
import { useMemo } from 'react'
import { ChangedValues } from '../../../shared/ChangedValues.tsx'
import { ChangeSteps } from '../../../shared/ChangeSteps.tsx'
import { useChangeProgress } from '../../../shared/useChangeProgress.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { dateText } from '../../../ui/page/dateText.ts'
import styles from './Receipt.module.css'

interface ReceiptProps {
  readonly deviceId: string
  /** The record of the change, as it is on the wire. */
  readonly record: TimedValue
}

/** The last change of a device: who made it, what it changed, and how far it has come. */
export function Receipt({ deviceId, record }: ReceiptProps) {
  const change = useMemo(() => parseChangeRecord(record.ts, record.value), [record])
  return change ? <Known deviceId={deviceId} change={change} /> : null
}

const MOST_LINES = 3

function Known({ deviceId, change }: { readonly deviceId: string; readonly change: ChangeRecord }) {
  const t = useTexts('settings', 'changes')
  const progress = useChangeProgress(deviceId, change)
  return (
    <section className={styles.receipt} aria-label={t('lastChange')}>
      <p className={styles.head}>
        <b>{t('lastChange')}</b> {dateText(change.at)} · {change.by.name || t('unknownPerson')}
      </p>
      <ChangedValues
        before={change.before}
        after={change.after}
        until={change.until}
        untilBefore={change.untilBefore}
        most={MOST_LINES}
      />
      {progress && <ChangeSteps progress={progress} />}
    </section>
  )
}
