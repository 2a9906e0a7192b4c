import { Button, Loader } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { readChangeHistory } from '../../../data/queries/changeHistory.ts'
import { dayOf } from '../../../shared/days.ts'
import { saveFile } from '../../../shared/saveFile.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { dateText } from '../../../ui/page/dateText.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { isWanted, readFilters } from '../model/changeFilters.ts'
import type { ChangesAddress } from '../model/changesAddress.ts'
import { type ExportedFile, type ExportProgress, exportChanges } from '../model/exportChanges.ts'
import styles from './Changes.module.css'

type State =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'writing' } & ExportProgress)
  | ({ readonly kind: 'saved' } & Omit<ExportedFile, 'file'>)
  | { readonly kind: 'failed'; readonly error: unknown }

/** Saves what the filters let through as a CSV file. It says how far it is, and can be cancelled. */
export function CsvExport({ address, disabled }: { readonly address: ChangesAddress; readonly disabled: boolean }) {
  const t = useTexts('changes')
  const common = useTexts('common')
  const [state, setState] = useState<State>({ kind: 'idle' })
  const writing = useRef<AbortController>(undefined)
  useEffect(() => () => writing.current?.abort(), [])

  async function write(): Promise<void> {
    const cancel = new AbortController()
    writing.current = cancel
    setState({ kind: 'writing', written: 0, reachedMs: null })
    try {
      const { file, ...done } = await exportChanges({
        steps: readChangeHistory(readFilters(address), cancel.signal),
        isWanted: (entry) => isWanted(entry, address),
        onProgress: (progress) => cancel.signal.aborted || setState({ kind: 'writing', ...progress }),
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
    setState({ kind: 'idle' })
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

function Said({ state }: { readonly state: State }) {
  const t = useTexts('changes')
  switch (state.kind) {
    case 'idle':
      return null
    case 'writing':
      return (
        <>
          <Loader size={14} />
          {state.reachedMs === null
            ? t('csv.begins')
            : t('csv.writing', { count: state.written, time: dateText(state.reachedMs) })}
        </>
      )
    case 'saved':
      return t(state.isWhole ? 'csv.saved' : 'csv.full', { count: state.written })
    case 'failed':
      return <ErrorText>{errorText(state.error, t('csv.failed'))}</ErrorText>
  }
}
