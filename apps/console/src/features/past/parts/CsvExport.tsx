import { Button, Loader } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { customerTitle, type PastFilters, readPastIncidents } from '../../../data/queries/pastIncidents.ts'
import { dayOf } from '../../../shared/days.ts'
import { saveFile } from '../../../shared/saveFile.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { useIncidentWords } from '../../../ui/states/useIncidentWords.ts'
import { type ExportedFile, type ExportProgress, exportIncidents } from '../model/exportIncidents.ts'
import styles from './Past.module.css'

type State =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'writing' } & ExportProgress)
  | ({ readonly kind: 'saved' } & Omit<ExportedFile, 'file'>)
  | { readonly kind: 'failed'; readonly error: unknown }

const IDLE: State = { kind: 'idle' }

/** Saves what the filters let through as a CSV file. It says how far it is, and can be cancelled. */
export function CsvExport({ filters, disabled }: { filters: PastFilters; disabled: boolean }) {
  const t = useTexts('past')
  const common = useTexts('common')
  const sentence = useIncidentWords()
  const [state, setState] = useState<State>(IDLE)
  const writing = useRef<AbortController>(undefined)
  useEffect(() => () => writing.current?.abort(), [])

  async function write(): Promise<void> {
    const cancel = new AbortController()
    writing.current = cancel
    setState({ kind: 'writing', written: 0, total: 0 })
    try {
      const { file, ...done } = await exportIncidents({
        steps: readPastIncidents(filters, cancel.signal),
        sentence: (incident) => sentence(incident, 0),
        titleOf: (customerId) => customerTitle(customerId, cancel.signal),
        onProgress: (progress) => setState({ kind: 'writing', ...progress }),
      })
      if (cancel.signal.aborted) return
      saveFile(file, `${t('csv.fileName')}-${dayOf(Date.now())}.csv`)
      setState({ kind: 'saved', ...done })
    } catch (error) {
      if (!cancel.signal.aborted) setState({ kind: 'failed', error })
    }
  }
  function stop(): void {
    writing.current?.abort()
    setState(IDLE)
  }

  return (
    <div className={styles.csv}>
      <output className={styles.csvState}>
        <Said state={state} />
      </output>
      {state.kind === 'writing' ? (
        <Button variant="default" onClick={stop}>
          {common('cancel')}
        </Button>
      ) : (
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => void write()}
        >
          {t('csv.save')}
        </Button>
      )}
    </div>
  )
}

function Said({ state }: { state: State }) {
  const t = useTexts('past')
  switch (state.kind) {
    case 'idle':
      return null
    case 'writing':
      return (
        <>
          <Loader size={16} aria-hidden="true" /> {t('csv.writing', { written: state.written, total: state.total })}
        </>
      )
    case 'saved':
      return state.endsAtMs === null
        ? t('csv.saved', { count: state.written })
        : t('csv.full', { count: state.written, day: dayOf(state.endsAtMs) })
    case 'failed':
      return <ErrorText>{errorText(state.error, t('csv.failed'))}</ErrorText>
  }
}
