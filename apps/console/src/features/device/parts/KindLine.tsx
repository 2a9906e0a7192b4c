import { type KindNote, parseKindNote } from '@greenwave/contract/records/kindNotes'
import { utcOfLocal } from '@greenwave/controller/timeZone'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { sinceText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './DayStrip.module.css'

interface KindLineProps {
  /** Value of the attribute `gw_kind`. */
  readonly note: unknown
}

const FORMS = ['date', 'span', 'weekdays', 'solar', 'lunar', 'hand'] as const

/** Shows which kind of day runs at the junction, why, and what follows. */
export function KindLine({ note: value }: KindLineProps) {
  const t = useTexts('settings', 'kindOfDay')
  const nowMs = useNow(60_000, serverNowMs)
  const note = parseKindNote(value)
  if (!note) return null
  const texts = note.state === 'none' ? [t('none')] : [stateText(note), whyText(note)]
  const { next } = note
  const nextText = (one: NonNullable<KindNote['next']>) =>
    `${t('next', { name: one.name, time: sinceText(one.at, nowMs) })} (${whyText(one)})`
  const after = next ? next.name && nextText(next) : t('stays')
  return (
    <p className={styles.next}>
      {t('label')}: {[...texts, after].filter(Boolean).join(' · ')}
    </p>
  )

  function stateText({ state, name, slot }: KindNote): string {
    const values = { name, time: sinceText(utcOfLocal(Date.parse(`${slot}Z`)), nowMs) }
    if (state === 'danger' || state === 'invalid') return t('refused', values)
    if (state === 'due') return t('due', values)
    return state === 'hand' ? t('hand', values) : t('sent', values)
  }

  function whyText({ rule, on, by }: Pick<KindNote, 'rule' | 'on' | 'by'>): string {
    if (on === 'hand' && by) return t('by', { by })
    if (rule) return t('rule', { rule })
    const form = FORMS.find((one) => one === on)
    return form ? t(`on.${form}`) : ''
  }
}
