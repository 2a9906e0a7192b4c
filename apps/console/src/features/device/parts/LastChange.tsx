import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { FROM_DEMONSTRATION } from '@greenwave/contract/wire/demonstration'
import type { TimedValue } from '@greenwave/controller/timedValue'
import { Button } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { serverNowMs } from '../../../data/serverTime.ts'
import { ChangedValues } from '../../../shared/ChangedValues.tsx'
import { ChangeSteps, useChangeProgress } from '../../../shared/ChangeSteps.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { dateText, sinceText } from '../../../shared/dateText.ts'
import styles from './LastChange.module.css'

interface LastChangeProps {
  readonly deviceId: string
  /** The record of the change, as it is on the wire. */
  readonly record: TimedValue
}

/** The last change of a device in one line: when, and how far it has come; on request who made it and what it changed. */
export function LastChange({ deviceId, record }: LastChangeProps) {
  const change = useMemo(() => parseChangeRecord(record.ts, record.value), [record])
  // The settings with which the sample city was made are no news.
  return change && change.from !== FROM_DEMONSTRATION ? <Known deviceId={deviceId} change={change} /> : null
}

function Known({ deviceId, change }: { readonly deviceId: string; readonly change: ChangeRecord }) {
  const t = useTexts('settings', 'changes')
  const progress = useChangeProgress(deviceId, change)
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  return (
    <section className={styles.change} aria-label={t('lastChange')} data-open={isOpen || undefined}>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setOpen(!isOpen)}
      >
        {t('lastChange')} {sinceText(change.at, serverNowMs())}
      </Button>
      {progress && <ChangeSteps progress={progress} />}
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        <p className={styles.head}>
          {dateText(change.at)} · {change.by.name || t('unknownPerson')}
        </p>
        <ChangedValues
          before={change.before}
          after={change.after}
          until={change.until}
          untilBefore={change.untilBefore}
        />
      </div>
    </section>
  )
}
