import { outcomeOf, type RecordedChange } from '@greenwave/changes/historyEntry'
import { ChangeStateTag } from '../../../shared/changeState.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import styles from './Changes.module.css'
import { useIsSimulated, useIsWatchersOwn } from './useChangeOrigin.ts'

/** Outcomes other than the usual one, the worst first. */
const UNUSUAL = ['refused', 'partly', 'begun'] as const

/** Shows deviations from the usual among the changes of a batch, and how many changes have each, unless all do. */
export function GroupTags({ entries }: { readonly entries: readonly RecordedChange[] }) {
  const t = useTexts('settings', 'changes')
  const others = entries.filter(({ witness }) => witness.kind === 'other')
  const isSimulated = useIsSimulated()
  const missing = entries.filter((entry) => {
    return entry.witness.kind === 'missing' && outcomeOf(entry) === 'written' && !isSimulated(entry)
  })
  const isWatchers = useIsWatchersOwn(others)
  const who = new Set(others.map(({ witness }) => (witness.kind === 'other' ? witness.name : '')))
  const counted = (words: string, { length: count }: readonly RecordedChange[]) =>
    count === entries.length ? words : t('group.some', { words, count })
  const unusual = UNUSUAL.map((state) => ({
    state,
    some: entries.filter((entry) => outcomeOf(entry) === state),
  })).filter(({ some }) => some.length > 0)
  if (unusual.length === 0 && others.length === 0 && missing.length === 0) return null
  const [message, ...otherMessages] = new Set(entries.flatMap(({ change }) => change.said || []))
  return (
    <p className={styles.tags}>
      {unusual.map(({ state, some }) => (
        <ChangeStateTag key={state} state={state} label={(name) => counted(name, some)} />
      ))}
      {message && otherMessages.length === 0 && <span>{message}</span>}
      {others.length > 0 && (
        <StatusTag tone={isWatchers ? 'mute' : 'bad'}>
          {counted(t('writtenBy', { who: [...who].join(', ') }), others)}
        </StatusTag>
      )}
      {missing.length > 0 && <StatusTag tone="bad">{counted(t('notInAudit'), missing)}</StatusTag>}
    </p>
  )
}
