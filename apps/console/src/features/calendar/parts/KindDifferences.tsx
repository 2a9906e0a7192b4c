import type { Calendar, KindSets } from '@greenwave/contract/records/calendars'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Calendar.module.css'

interface KindDifferencesProps {
  readonly calendar: Calendar
  /** Settings of each kind at one junction. */
  readonly kinds: KindSets
}

/** Compares the kinds of a junction: the settings that differ, with the value in each kind. */
export function KindDifferences({ calendar, kinds }: KindDifferencesProps) {
  const t = useTexts('settings', 'calendar')
  const { nameOf, valueText } = useSettingWords()
  const having = calendar.kinds.filter(({ id }) => kinds[id])
  const valuesOf = (key: string) => having.map(({ id }) => kinds[id]?.[key])
  const keys = Object.keys(kinds[having[0]?.id ?? ''] ?? {}).filter((key) => new Set(valuesOf(key)).size > 1)
  if (keys.length === 0) return <p className={styles.facts}>{t('take.same')}</p>
  return (
    <ul className={styles.rows} aria-label={t('take.differences')}>
      {keys.map((key) => (
        <li key={key}>
          <span className={styles.what}>
            {nameOf(key)}
            <small>{having.map(({ id, name }) => `${name}: ${valueText(key, kinds[id]?.[key])}`).join(' · ')}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}
