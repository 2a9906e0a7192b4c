import { writeBetween } from '@greenwave/changes/attributeSets'
import { kindOfKey } from '@greenwave/changes/changeKinds'
import { unfoldedSite, unfoldedWrite } from '@greenwave/changes/siteValues'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { deviceTimeFrom } from '@greenwave/controller/deviceClock'
import { useTexts } from '../texts/useTexts.ts'
import styles from './ChangedValues.module.css'
import { dateText } from './dateText.ts'
import { deviceTimeText } from './deviceTimeText.ts'
import { useChangeWords } from './useChangeWords.ts'

const MOST_LINES = 8

interface ChangedValuesProps {
  /** The values before; null where they are not known. */
  readonly before: AttributeSet | null
  /** Written attributes; null: removed. */
  readonly after: AttributeSet
  /**
   * When the mode ends automatically, epoch milliseconds; null: never; `various`: at each junction at its own time;
   * left out where it is not stated.
   */
  readonly until?: number | null | 'various' | undefined
  /** When the hold was to end that it replaces, or ends early if `until` is left out, alike; left out where nothing was held. */
  readonly untilBefore?: number | null | undefined
  /** More values than these are only counted. */
  readonly most?: number
}

/** The old and the new value of everything that a change changed. */
export function ChangedValues(props: ChangedValuesProps) {
  const { until, untilBefore, most = MOST_LINES } = props
  const before = props.before && (unfoldedSite(props.before) as AttributeSet)
  const after = unfoldedWrite(props.before ?? {}, props.after)
  const t = useTexts('settings', 'changes')
  const { nameOf, valueText } = useChangeWords()
  const changed = differing(before, after)
  const hasEnd = until !== undefined || untilBefore !== undefined
  const endText = (end: number | null | 'various') =>
    end === null ? t('untilChanged') : end === 'various' ? t('untilVarious') : dateText(end)
  const time = deviceTimeFrom((key) => after[key])
  return (
    <ul className={styles.values}>
      {changed.slice(0, most).map((key) => (
        <li key={key}>
          {nameOf(key)}{' '}
          <b>
            {before !== null && (
              <>
                <del>{valueText(key, before[key])}</del> →{' '}
              </>
            )}
            {valueText(key, after[key])}
          </b>
        </li>
      ))}
      {changed.length > most && <li>{t('moreValues', { count: changed.length - most })}</li>}
      {time && (
        <li>
          {t('clockSet')} <b>{deviceTimeText(time)}</b>
        </li>
      )}
      {hasEnd && (
        <li>
          {t('until')}{' '}
          <b>
            {untilBefore !== undefined && (
              <>
                <del>{endText(untilBefore)}</del> →{' '}
              </>
            )}
            {until === undefined ? t('untilEnded') : endText(until)}
          </b>
        </li>
      )}
      {changed.length === 0 && !time && !hasEnd && <li>{t('sentAgain')}</li>}
    </ul>
  )
}

function differing(before: AttributeSet | null, after: AttributeSet): readonly string[] {
  const keys = Object.keys(after).filter((key) => kindOfKey(key) !== 'clock')
  if (before === null) return keys
  const old = Object.fromEntries(Object.entries(before).filter(([key]) => keys.includes(key)))
  const now = Object.fromEntries(Object.entries(after).filter(([key, value]) => value !== null && keys.includes(key)))
  return Object.keys(writeBetween(old, now))
}
