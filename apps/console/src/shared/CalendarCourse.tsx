import type { SwitchNote } from '@greenwave/contract/records/kindNotes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { calendarsQuery, switchNotesQuery } from '../data/queries/calendars.ts'
import { serverNowMs } from '../data/serverTime.ts'
import { useNow } from '../data/useNow.ts'
import { useTexts } from '../texts/useTexts.ts'
import styles from './CalendarCourse.module.css'
import { minuteText, sinceText } from './dateText.ts'

/** Shows of the first calendar how the present day went and what is sent next; nothing without a calendar. */
export function CalendarCourse({ isLinked = false }: { readonly isLinked?: boolean }) {
  const t = useTexts('settings', 'calendar')
  const [known] = useQuery(calendarsQuery()).data ?? []
  const id = known?.asset.id.id
  const notes = useQuery({ ...switchNotesQuery(id ?? ''), enabled: id !== undefined }).data
  if (id === undefined || !notes) return null
  return (
    <div className={styles.course}>
      {isLinked && (
        <p>
          <Link to="/calendar">{t('title')}</Link>
        </p>
      )}
      <Lines notes={notes} />
    </div>
  )
}

function Lines({ notes }: { readonly notes: readonly SwitchNote[] }) {
  const t = useTexts('settings', 'calendar')
  const nowMs = useNow(30_000, serverNowMs)
  const now = notes.flatMap((note) => note.now ?? [])
  const next = notes.flatMap((note) => note.next ?? [])
  const firstSlot = next.map(({ slot }) => slot).sort()[0]
  const ofFirst = next.filter(({ slot }) => slot === firstSlot)
  const sum = (key: 'right' | 'due' | 'hand' | 'refused' | 'differs') => now.reduce((all, one) => all + one[key], 0)
  const states = (['right', 'due', 'hand', 'refused', 'differs'] as const).flatMap((key) =>
    sum(key) > 0 ? [t(`states.${key}`, { count: sum(key) })] : [],
  )
  const from = Math.min(...ofFirst.map((one) => one.from))
  const until = Math.max(...ofFirst.map((one) => one.until))
  const time = from === until ? sinceText(from, nowMs) : `${sinceText(from, nowMs)} – ${minuteText(until)}`
  return (
    <>
      {now.length > 0 && (
        <p>
          {t('today', { kinds: kindsText(now) })} · {states.join(', ')}
        </p>
      )}
      <p>{ofFirst.length > 0 ? t('nextSwitch', { time, kinds: kindsText(ofFirst) }) : t('noSwitch')}</p>
    </>
  )

  function kindsText(parts: readonly Pick<NonNullable<SwitchNote['now']>, 'kinds'>[]): string {
    const counts = new Map<string, number>()
    for (const { kinds } of parts)
      for (const { name, junctions } of kinds) counts.set(name, (counts.get(name) ?? 0) + junctions)
    return [...counts].map(([name, count]) => `${name || t('noRule')} (${t('junctions', { count })})`).join(', ')
  }
}
