import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { type ImportedList, importEntries, secretsOf } from '../../../data/queries/files.ts'
import { dayOf } from '../../../shared/days.ts'
import { FileExport } from '../../../shared/FileExport.tsx'
import { useTask } from '../../../shared/useTask.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { LeaveQuestion } from '../../../ui/dialogs/LeaveQuestion.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { countOutcomes, type ReportLine } from '../model/listReport.ts'
import styles from './Files.module.css'
import { ListReport } from './ListReport.tsx'

interface SendListProps {
  readonly list: Omit<ImportedList, 'isOverwriting'>
  readonly file: string
  /** Told whether an import is under way, during which no other file may be chosen. */
  readonly onBusy: (isBusy: boolean) => void
}

/** Imports a list that has nothing wrong, says what became of each line, and hands out what is secret once. */
export function SendList({ list, file, onBusy }: SendListProps) {
  const t = useTexts('files')
  const client = useQueryClient()
  const [isOverwriting, setIsOverwriting] = useState(false)
  const [areSecretsSaved, setAreSecretsSaved] = useState(false)
  const { state, run } = useTask<number, readonly ReportLine[]>()
  const { kind, entries } = list
  const total = entries.length
  const isRunning = state.kind === 'running'
  const done = isRunning ? (state.progress ?? 0) : 0
  const hasCreated = state.kind === 'done' && countOutcomes(state.done).created > 0
  const hasSecrets = kind !== 'customers' && state.kind === 'done'
  const send = async () => {
    onBusy(true)
    await run(async (signal, onProgress) => {
      const lines: ReportLine[] = []
      const onOutcome = (entry: ReportLine['entry'], outcome: ReportLine['outcome']) => {
        lines.push({ entry, outcome })
        onProgress(lines.length)
      }
      await importEntries({ ...list, isOverwriting }, client, onOutcome, signal)
      return lines
    })
    onBusy(false)
  }
  return (
    <Card title={file}>
      <div className={styles.fields}>
        <p>{t('list.ready', { count: total, file })}</p>
        <Checkbox
          label={t('list.overwrite')}
          checked={isOverwriting}
          disabled={isRunning}
          onChange={({ currentTarget: { checked } }) => setIsOverwriting(checked)}
        />
        {state.kind === 'failed' && <ErrorText>{errorText(state.error, t('list.brokeOff'))}</ErrorText>}
        <Button disabled={total === 0} loading={isRunning} onClick={() => void send()}>
          {state.kind === 'failed' ? t('list.goOn') : t('list.import', { count: total })}
        </Button>
        {isRunning && (
          <>
            <progress className={styles.progress} aria-label={t('import')} value={done} max={total} />
            <span className={styles.hint}>{t('list.importing', { done, total })}</span>
          </>
        )}
        {state.kind === 'done' && <ListReport kind={kind} lines={state.done} />}
        {hasSecrets && (
          <>
            <p className={styles.hint}>{t(`list.secretsHint.${kind}`)}</p>
            <FileExport
              label={t(`list.secrets.${kind}`)}
              make={async () => {
                const text = await secretsOf({ ...list, isOverwriting })
                setAreSecretsSaved(true)
                const name = `${t(`list.secretsName.${kind}`)}-${dayOf(Date.now())}.csv`
                return { file: new Blob([text], { type: 'text/csv;charset=utf-8' }), name, done: undefined }
              }}
              writing={() => t('list.saving')}
              saved={() => t('list.secretsSaved')}
              failed={(error) => errorText(error, t('list.secretsFailed'))}
            />
          </>
        )}
      </div>
      {(isRunning || (hasSecrets && hasCreated && !areSecretsSaved)) && (
        <LeaveQuestion title={t('list.leaveTitle')} text={t('list.leaveText')} leave={t('list.leave')} />
      )}
    </Card>
  )
}
