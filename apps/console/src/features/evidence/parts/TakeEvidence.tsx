import type { Span } from '@greenwave/evidence/tables/table'
import { Button, Loader } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../data/apiErrors.ts'
import { errorText } from '../../../data/errorText.ts'
import { takeEvidence } from '../../../data/queries/evidence.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { saveFile } from '../../../shared/saveFile.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import styles from './Evidence.module.css'

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'taking'; readonly bytes: number }
  | { readonly kind: 'saved'; readonly name: string }
  | { readonly kind: 'failed'; readonly error: unknown }

const IDLE: State = { kind: 'idle' }

/** Takes the package of a span, which the platform makes and signs. It says how far it is, and can be cancelled. */
export function TakeEvidence({ deviceId, span }: { deviceId: string; span: Span }) {
  const t = useTexts('evidence')
  const common = useTexts('common')
  const [state, setState] = useState<State>(IDLE)
  const taking = useRef<AbortController>(undefined)
  useEffect(() => () => taking.current?.abort(), [])

  async function take(): Promise<void> {
    const cancel = new AbortController()
    taking.current = cancel
    setState({ kind: 'taking', bytes: 0 })
    try {
      const { file, name = 'evidence.zip' } = await takeEvidence(deviceId, span, {
        signal: cancel.signal,
        onBytes: (bytes) => setState({ kind: 'taking', bytes }),
      })
      if (cancel.signal.aborted) return
      saveFile(file, name)
      setState({ kind: 'saved', name })
    } catch (error) {
      if (!cancel.signal.aborted) setState({ kind: 'failed', error })
    }
  }
  function stop(): void {
    taking.current?.abort()
    setState(IDLE)
  }

  return (
    <div className={styles.take}>
      {state.kind === 'taking' ? (
        <Button variant="default" onClick={stop}>
          {common('cancel')}
        </Button>
      ) : (
        <Button leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />} onClick={() => void take()}>
          {t('take')}
        </Button>
      )}
      <output className={styles.state}>
        <Said state={state} />
      </output>
    </div>
  )
}

function Said({ state }: { state: State }) {
  const t = useTexts('evidence')
  switch (state.kind) {
    case 'idle':
      return null
    case 'taking':
      return (
        <>
          <Loader size={16} aria-hidden="true" /> {t('taking', { size: (state.bytes / 1_048_576).toFixed(1) })}
        </>
      )
    case 'saved':
      return t('saved', { name: state.name })
    case 'failed': {
      const isUnknown = state.error instanceof ApiError && state.error.status === 404
      return <ErrorText>{isUnknown ? t('notMade') : errorText(state.error, t('takeFailed'))}</ErrorText>
    }
  }
}
