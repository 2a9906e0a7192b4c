import { type HistoryEntry, outcomeOf, type RecordedChange } from '@greenwave/changes/historyEntry'
import { isUndoable } from '@greenwave/changes/restore'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inOwnLanguage } from '../../../data/errorText.ts'
import { recordWritersQuery } from '../../../data/queries/changeHistory.ts'
import { ChangedValues } from '../../../shared/ChangedValues.tsx'
import { ChangeStateTag } from '../../../shared/changeState.tsx'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { writeSide } from '../model/compareAddress.ts'
import styles from './Changes.module.css'
import { useIsSimulated, useIsWatchersOwn } from './useChangeOrigin.ts'

interface ChangeRowProps {
  readonly entry: HistoryEntry
  /** How deep its heading is: deeper in a group, which has one, too. */
  readonly heading?: 'h2' | 'h3'
  /** Undoes the change; left out for users who only watch. */
  readonly onUndo: ((change: ChangeRecord) => void) | undefined
}

/** Shows a change: when, where, who, what and why, whether it was written and the user named by the audit log. */
export function ChangeRow({ entry, heading: Heading = 'h2', onUndo }: ChangeRowProps) {
  const t = useTexts('settings', 'changes')
  const { device } = entry
  const junction = device.label || device.name
  const time = dateText(entry.atMs)
  const canUndo = entry.kind === 'change' && outcomeOf(entry) !== 'refused' && isUndoable(entry.change)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Heading className={styles.junction}>
          <Link to="/devices/$deviceId" params={{ deviceId: device.id }}>
            {junction}
          </Link>
          {device.label && <small>{device.name}</small>}
        </Heading>
        <p className={styles.facts}>
          <time dateTime={new Date(entry.atMs).toISOString()}>{time}</time>
          {' · '}
          <Who entry={entry} />
        </p>
        <Tags entry={entry} />
        <Values entry={entry} />
        {entry.kind === 'change' && entry.change.why && <p className={styles.why}>{inOwnLanguage(entry.change.why)}</p>}
        {entry.kind === 'change' && <CompareLink entry={entry} />}
      </div>
      {canUndo && onUndo && (
        <Button
          variant="default"
          className={styles.action ?? ''}
          aria-label={t('undoOf', { junction, time })}
          onClick={() => onUndo(entry.change)}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  )
}

/** Shows the old and the new values. */
function Values({ entry }: { readonly entry: HistoryEntry }) {
  if (entry.kind === 'outside') return <ChangedValues before={entry.before} after={entry.after} />
  const { before, after, until, untilBefore } = entry.change
  return <ChangedValues before={before} after={after} until={until} untilBefore={untilBefore} />
}

/** Leads to all settings after the change, beside those of now. */
function CompareLink({ entry: { device, change } }: { readonly entry: RecordedChange }) {
  const t = useTexts('settings', 'changes')
  if (change.scope !== 'SHARED_SCOPE') return null
  const left = writeSide({ deviceId: device.id, point: { kind: 'after', atMs: change.at } })
  const right = writeSide({ deviceId: device.id, point: { kind: 'now' } })
  return (
    <Link className={styles.compare ?? ''} to="/changes/compare" search={{ left, right }}>
      {t('compareWithNow')}
    </Link>
  )
}

function Who({ entry }: { readonly entry: HistoryEntry }) {
  const t = useTexts('settings', 'changes')
  const makerText = useMakerText()
  if (entry.kind === 'outside')
    return `${entry.by ?? t('unknownPerson')}${entry.viaApiKey ? ` · ${t('viaApiKey')}` : ''}`
  const { restores } = entry.change
  return `${makerText(entry.change)}${restores === undefined ? '' : ` · ${t('restores', { time: dateText(restores) })}`}`
}

/** Shows deviations from the usual: by other means, not written, or not confirmed by the audit log. */
function Tags({ entry }: { readonly entry: HistoryEntry }) {
  const t = useTexts('settings', 'changes')
  const isSimulated = useIsSimulated()
  if (entry.kind === 'outside')
    return (
      <p className={styles.tags}>
        <StatusTag tone="warn">{t('outside')}</StatusTag>
        {entry.sinceMs !== null && <span>{t('outsideSince', { time: dateText(entry.sinceMs) })}</span>}
      </p>
    )
  const state = outcomeOf(entry)
  if (isSimulated(entry))
    return (
      <p className={styles.tags}>
        <StatusTag tone="mute">{t('simulated')}</StatusTag>
      </p>
    )
  const isDoubtful = entry.witness.kind === 'other' || (entry.witness.kind === 'missing' && state === 'written')
  if (state === 'written' && !isDoubtful) return null
  return (
    <p className={styles.tags}>
      {state !== 'written' && <ChangeStateTag state={state} />}
      {entry.change.said && <span>{inOwnLanguage(entry.change.said)}</span>}
      {isDoubtful && <Doubt entry={entry} />}
    </p>
  )
}

/** States that the audit log names another user, or none, and then who wrote the record. */
function Doubt({ entry }: { readonly entry: RecordedChange }) {
  const t = useTexts('settings', 'changes')
  const { witness, device, change } = entry
  const isMissing = witness.kind === 'missing'
  const writers = useQuery({ ...recordWritersQuery(device.id, change.at), enabled: isMissing })
  const isWatchers = useIsWatchersOwn([entry])
  if (witness.kind === 'other')
    return <StatusTag tone={isWatchers ? 'mute' : 'bad'}>{t('writtenBy', { who: witness.name })}</StatusTag>
  const names = [...new Set(writers.data?.map(({ name }) => name))].join(', ')
  return (
    <>
      <StatusTag tone="bad">{t('notInAudit')}</StatusTag>
      {names && <span>{t('recordBy', { who: names })}</span>}
    </>
  )
}

/** Returns who made a change, and from where if that is not the console, in words. */
export function useMakerText(): (change: Pick<ChangeRecord, 'by' | 'from'>) => string {
  const t = useTexts('settings', 'changes')
  return ({ by, from }) => `${by.name || t('unknownPerson')}${from === 'console' ? '' : ` · ${from}`}`
}
