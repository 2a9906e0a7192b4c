import { isoDate } from '@greenwave/controller/isoTime'
import { EXPECTED } from '@greenwave/transfer/expectedOutcomes'
import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { expectedQuery, type ImportedList, importEntries, secretsOf } from '../../../data/queries/files.ts'
import { FileExport } from '../../../shared/FileExport.tsx'
import { useTask } from '../../../shared/useTask.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { LeaveQuestion } from '../../../ui/dialogs/LeaveQuestion.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import type { ReportLine } from '../model/listReport.ts'
import styles from './Files.module.css'
import { ImportButton } from './ImportButton.tsx'
import { ListReport } from './ListReport.tsx'

interface SendListProps {
  readonly list: Omit<ImportedList, 'isOverwriting'>
  readonly file: string
  /** Which file it is of those that were chosen. */
  readonly nth: number
  /** Notified whether an import is running, during which no other file may be chosen. */
  readonly onBusy: (isBusy: boolean) => void
  /** Whether secrets of this list were not saved yet. */
  readonly hasUnsaved: boolean
  readonly onUnsaved: (hasUnsaved: boolean) => void
}

/** Imports a list that has nothing wrong, says what became of each line, and hands out what is secret once. */
export function SendList({ list, file, nth, onBusy, hasUnsaved, onUnsaved }: SendListProps) {
  const t = useTexts('admin', 'files')
  const client = useQueryClient()
  const [isOverwriting, setIsOverwriting] = useState(false)
  /** Outcome of each line in the last attempt, as far as it came. */
  const [lines, setLines] = useState<readonly ReportLine[]>([])
  const { state, run } = useTask<number, undefined>()
  const { kind, entries } = list
  const total = entries.length
  const { data: expected, isPending } = useQuery(expectedQuery(list, nth))
  const isRunning = state.kind === 'running'
  const done = isRunning ? (state.progress ?? 0) : 0
  const isReported = !isRunning && lines.length > 0
  const hasSecrets = kind !== 'customers'
  // Whoever left without saving them chooses the same file again, of which nothing is left to import.
  const isAllThere = total > 0 && !isRunning && expected?.created === 0
  const send = async () => {
    onBusy(true)
    setLines([])
    await run(async (signal, onProgress) => {
      const got: ReportLine[] = []
      let isOver = false
      const onOutcome = (entry: ReportLine['entry'], outcome: ReportLine['outcome']) => {
        got.push({ entry, outcome })
        if (hasSecrets && outcome.state === 'created') onUnsaved(true)
        // Of those that are under way when it breaks off, some are done later.
        if (isOver) setLines([...got])
        else onProgress(got.length)
      }
      try {
        await importEntries({ ...list, isOverwriting }, client, onOutcome, signal)
      } finally {
        isOver = true
        setLines([...got])
      }
    })
    onBusy(false)
  }
  return (
    <Card title={file}>
      <div className={styles.fields}>
        <p>{t('list.ready', { count: total, file })}</p>
        {/* Once some of them are imported, the report says it. */}
        {state.kind === 'idle' && <ExpectedLines list={list} nth={nth} isOverwriting={isOverwriting} />}
        <Checkbox
          label={t('list.overwrite')}
          checked={isOverwriting}
          disabled={isRunning}
          onChange={({ currentTarget: { checked } }) => setIsOverwriting(checked)}
        />
        {state.kind === 'failed' && <ErrorText>{errorText(state.error, t('list.brokeOff'))}</ErrorText>}
        <ImportButton
          total={total}
          expected={expected}
          isOverwriting={isOverwriting}
          isBusy={isRunning || (isPending && state.kind !== 'failed')}
          isBroken={state.kind === 'failed'}
          onClick={() => void send()}
        />
        {isRunning && (
          <>
            <progress className={styles.progress} aria-label={t('import')} value={done} max={total} />
            <span className={styles.hint}>{t('list.importing', { done, total })}</span>
          </>
        )}
        {isReported && <ListReport kind={kind} lines={lines} />}
        {(isReported || isAllThere) && hasSecrets && (
          <>
            <p className={styles.hint}>{t(`list.secretsHint.${kind}`)}</p>
            <FileExport
              label={t(`list.secrets.${kind}`)}
              make={async (signal) => {
                const text = await secretsOf({ ...list, isOverwriting })
                if (!signal.aborted) onUnsaved(false)
                const name = `${t(`list.secretsName.${kind}`)}-${isoDate(Date.now())}.csv`
                return { file: new Blob([text], { type: 'text/csv;charset=utf-8' }), name, done: undefined }
              }}
              writing={() => t('list.saving')}
              saved={() => t('list.secretsSaved')}
              failed={(error) => errorText(error, t('list.secretsFailed'))}
            />
          </>
        )}
      </div>
      {(isRunning || hasUnsaved) && (
        <LeaveQuestion title={t('list.leaveTitle')} text={t('list.leaveText')} leave={t('list.leave')} />
      )}
    </Card>
  )
}

interface ExpectedLinesProps {
  readonly list: Omit<ImportedList, 'isOverwriting'>
  readonly nth: number
  readonly isOverwriting: boolean
}

/** How many lines are new, and what the import does with those that are there already. */
function ExpectedLines({ list, nth, isOverwriting }: ExpectedLinesProps) {
  const t = useTexts('admin', 'files')
  const { data, isError } = useQuery(expectedQuery(list, nth))
  if (!data) return <p className={styles.hint}>{t(isError ? 'list.notCompared' : 'list.comparing')}</p>
  return (
    <ul className={styles.expected} aria-label={t('list.expectedLabel')}>
      {EXPECTED.filter((state) => data[state] > 0).map((state) => (
        <li key={state}>
          {state === 'differs' && isOverwriting
            ? t('list.expectedChange', { count: data.differs })
            : t(`list.expected.${state}`, { count: data[state] })}
        </li>
      ))}
    </ul>
  )
}
