import type { HoldEnd } from '@greenwave/changes/holdEnd'
import { useId } from 'react'
import { useWatch } from '../../../data/useWatch.ts'
import { sinceText } from '../../../shared/dateText.ts'
import { fieldMinute } from '../../../shared/fieldTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { TimeField } from '../../../ui/forms/TimeField.tsx'
import type { HoldEndChoice } from '../model/useHoldEnd.ts'
import styles from './HoldEndFields.module.css'

interface HoldEndFieldsProps {
  readonly choice: HoldEndChoice
  /** The mode that is to be held. */
  readonly mode: number
  /** The platform's time, epoch milliseconds. */
  readonly nowMs: number
  readonly disabled: boolean
}

/** The end of a mode: all that are offered in one list, so that one click chooses, and a field for a time. */
export function HoldEndFields({ choice, mode, nowMs, disabled }: HoldEndFieldsProps) {
  const t = useTexts('settings', 'hold')
  const watch = useWatch()
  const listId = useId()
  const { time, at } = choice
  const end = choice.of(mode)
  const offered = choice.offered(mode)
  const untilMs = at(end, nowMs)
  const words = (one: HoldEnd): string => {
    const text = t(`ends.${one}`)
    const ms = one === 'time' ? null : at(one, nowMs)
    if (ms === undefined) return t('noNextPlan', { end: text })
    return ms === null ? text : t('at', { end: text, time: sinceText(ms, nowMs) })
  }
  return (
    <div className={styles.end}>
      <label htmlFor={listId}>{t('label')}</label>
      <select
        id={listId}
        size={offered.length}
        value={end}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => {
          const chosen = offered.find((one) => one === value) ?? 'hour'
          choice.set(chosen)
          if (chosen === 'time' && time === '') choice.setTime(fieldMinute(at('hour', nowMs) ?? nowMs))
        }}
      >
        {offered.map((one) => (
          <option key={one} value={one} disabled={one !== 'time' && at(one, nowMs) === undefined}>
            {words(one)}
          </option>
        ))}
      </select>
      {end === 'time' && (
        <TimeField
          precision="minute"
          label={t('time')}
          description={t('timeHint')}
          value={time}
          disabled={disabled}
          onChange={choice.setTime}
        />
      )}
      {typeof untilMs === 'number' && <p>{t('afterwards', { time: sinceText(untilMs, nowMs) })}</p>}
      {watch.kind !== 'watched' && watch.kind !== 'unknown' && <p>{t('notWatched')}</p>}
    </div>
  )
}
