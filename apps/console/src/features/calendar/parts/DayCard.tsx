import { dateOfDay, formatLocalMinute } from '@greenwave/changes/calendar/dates'
import { ruleOn } from '@greenwave/changes/calendar/rules'
import { sendingsOf } from '@greenwave/changes/calendar/sending'
import type { Calendar } from '@greenwave/contract/records/calendars'
import { useQuery } from '@tanstack/react-query'
import { type CalendarJunction, calendarJunctionsQuery } from '../../../data/queries/calendars.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import { dateWords, minuteWords, useDayText, useRuleText } from '../words/useRuleText.ts'
import styles from './Calendar.module.css'

/** Most junctions that are listed. */
const MOST_SHOWN = 200

interface DayCardProps {
  readonly calendar: Calendar
  /** Days since 1970. */
  readonly day: number
}

/** Shows why a day is of its kind, and what would be sent for it, when and to which junctions. */
export function DayCard({ calendar, day }: DayCardProps) {
  const t = useTexts('settings', 'calendar')
  const dayText = useDayText()
  const ruleText = useRuleText()
  const query = useQuery(calendarJunctionsQuery())
  const rule = ruleOn(calendar, day)
  const kind = calendar.kinds.find(({ id }) => id === rule?.kind)
  return (
    <Card title={`${dateWords(dateOfDay(day))}: ${kind?.name ?? t('noRule')}`} padded={false}>
      <div className={styles.foot}>
        <p className={styles.facts}>
          {dayText(day)}
          {rule && ` · ${rule.name ? `${rule.name}: ` : ''}${ruleText(rule)}`}
          {!rule && ` · ${t('noRuleHint')}`}
        </p>
      </div>
      {query.isPending ? (
        <SkeletonRows rows={3} />
      ) : query.isError ? (
        <ErrorState error={query.error} fallback={t('loadFailed')} onRetry={() => void query.refetch()} />
      ) : (
        <Sendings calendar={calendar} day={day} junctions={query.data} />
      )}
    </Card>
  )
}

function Sendings({ calendar, day, junctions }: DayCardProps & { readonly junctions: readonly CalendarJunction[] }) {
  const t = useTexts('settings', 'calendar')
  const { nameOf, valueText } = useSettingWords()
  const members = junctions.filter(({ kinds }) => kinds?.calendar === calendar.key)
  const sent = members
    .flatMap(({ id, name, kinds }) =>
      sendingsOf(calendar, kinds?.kinds ?? {}, id, day).map((sending) => ({ id, name, ...sending })),
    )
    .sort((a, b) => a.atMinute - b.atMinute || a.name.localeCompare(b.name))
  const kindText = (id: string | null) => calendar.kinds.find((kind) => kind.id === id)?.name ?? t('noRule')
  if (members.length === 0) return <p className={styles.foot}>{t('noJunctions')}</p>
  if (sent.length === 0) return <p className={styles.foot}>{t('nothingSent')}</p>
  return (
    <>
      <p className={styles.foot}>{t('sentTo', { count: sent.length, all: members.length })}</p>
      <ul className={styles.rows} aria-label={t('sendings')}>
        {sent.slice(0, MOST_SHOWN).map(({ id, name, atMinute, from, to, values }) => (
          <li key={`${id} ${atMinute}`}>
            <span className={styles.what}>
              {minuteWords(formatLocalMinute(atMinute))} · <b>{name}</b>
              <small>
                {t('fromTo', { from: kindText(from), to: kindText(to) })} ·{' '}
                {Object.entries(values)
                  .map(([key, value]) => `${nameOf(key)} ${valueText(key, value)}`)
                  .join(', ')}
              </small>
            </span>
          </li>
        ))}
      </ul>
      {sent.length > MOST_SHOWN && <p className={styles.foot}>{t('more', { count: sent.length - MOST_SHOWN })}</p>}
    </>
  )
}
