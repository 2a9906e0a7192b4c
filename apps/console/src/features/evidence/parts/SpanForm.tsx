import { MOST_EVIDENCE_MS } from '@greenwave/contract/wire/evidence'
import { parseIsoTime } from '@greenwave/controller/isoTime'
import { timeZone } from '@greenwave/controller/timeZone'
import type { Span } from '@greenwave/evidence/tables/table'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldSecond } from '../../../shared/fieldTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { TimeField } from '../../../ui/forms/TimeField.tsx'
import { shownZone } from '../../../ui/page/zoneNames.ts'
import styles from './Evidence.module.css'

export interface SpanFormProps {
  readonly span: Span
  /** Nothing is known of what is after this, epoch milliseconds. */
  readonly nowMs: number
  readonly onSpan: (span: Span) => void
}

/** The beginning and the end of what is taken. */
export function SpanForm({ span, nowMs, onSpan }: SpanFormProps) {
  const t = useTexts('monitoring', 'evidence')
  const zone = t('zone', { zone: shownZone(timeZone().name) })
  const [from, setFrom] = useState(() => fieldSecond(span.fromMs))
  const [until, setUntil] = useState(() => fieldSecond(span.untilMs))
  const [isAsked, setIsAsked] = useState(false)
  const [fromMs, untilMs] = [parseIsoTime(from), parseIsoTime(until)]
  const fromError = fromMs === undefined ? t('noTime') : fromMs >= nowMs ? t('future') : undefined
  const untilError =
    untilMs === undefined
      ? t('noTime')
      : fromMs !== undefined && untilMs <= fromMs
        ? t('notAfter')
        : fromMs !== undefined && untilMs - fromMs > MOST_EVIDENCE_MS
          ? t('tooLong', { days: MOST_EVIDENCE_MS / 86_400_000 })
          : undefined
  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsAsked(true)
    if (fromMs === undefined || untilMs === undefined || fromError || untilError) return
    onSpan({ fromMs, untilMs: Math.min(untilMs, Math.floor(nowMs / 1000) * 1000) })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TimeField
        precision="second"
        label={t('from')}
        description={zone}
        value={from}
        error={isAsked && fromError}
        onChange={setFrom}
      />
      <TimeField
        precision="second"
        label={t('until')}
        description={zone}
        value={until}
        error={isAsked && untilError}
        onChange={setUntil}
      />
      <Button type="submit" variant="default">
        {t('show')}
      </Button>
    </form>
  )
}
