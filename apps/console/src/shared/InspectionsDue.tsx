import { isoDate } from '@greenwave/controller/isoTime'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inspectionsQuery } from '../data/queries/inspections.ts'
import { serverNowMs } from '../data/serverTime.ts'
import { useNow } from '../data/useNow.ts'
import { useTexts } from '../texts/useTexts.ts'
import styles from './CalendarCourse.module.css'
import { useDueText } from './useDueText.ts'

/** Inspections that are named; the others are counted. */
const NAMED = 10

/** Lists the inspections that are due, each with a link to the works on its junction; nothing without any. */
export function InspectionsDue() {
  const t = useTexts('settings', 'inspections')
  const dueText = useDueText()
  const today = isoDate(useNow(60_000, serverNowMs))
  const rows = useQuery(inspectionsQuery('due')).data ?? []
  if (rows.length === 0) return null
  return (
    <section className={styles.course} aria-label={t('title')}>
      <p>
        <Link to="/changes/works">{t('due', { count: rows.length })}</Link>
      </p>
      <ul>
        {rows.slice(0, NAMED).map(({ deviceId, junction, inspection: { name }, due }) => (
          <li key={`${deviceId} ${name}`}>
            <Link to="/changes/works" search={{ junction: deviceId }}>
              {junction}
            </Link>
            {`: ${name} · ${dueText(due, today).text}`}
          </li>
        ))}
        {rows.length > NAMED && <li>{t('more', { count: rows.length - NAMED })}</li>}
      </ul>
    </section>
  )
}
