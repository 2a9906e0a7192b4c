import { Button, Loader } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/useTexts.ts'
import { ErrorText } from '../ui/states/ErrorText.tsx'
import styles from './FileExport.module.css'
import { saveFile } from './saveFile.ts'

/** A finished file, and what is said of it. */
export interface MadeFile<Done> {
  readonly file: Blob
  readonly name: string
  readonly done: Done
}

/** Properties of `FileExport`. */
export interface FileExportProps<Progress, Done> {
  /** Makes the file, and stops when the signal says so. */
  readonly make: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<MadeFile<Done>>
  /** The words of the button. */
  readonly label: string
  /** Returns how far it is; null before the first step. */
  readonly writing: (progress: Progress | null) => string
  readonly saved: (done: Done) => string
  readonly failed: (error: unknown) => string
  readonly disabled?: boolean
  /** At the end of a bar, as one of many controls, with its words before it. */
  readonly atEnd?: boolean
}

type State<Progress, Done> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'writing'; readonly progress: Progress | null }
  | { readonly kind: 'saved'; readonly done: Done }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Saves a file that takes a while to make. It says how far it is, and can be cancelled. */
export function FileExport<Progress, Done>(props: FileExportProps<Progress, Done>) {
  const { make, label, disabled = false, atEnd = false } = props
  const common = useTexts('common')
  const [state, setState] = useState<State<Progress, Done>>({ kind: 'idle' })
  const writing = useRef<AbortController>(undefined)
  useEffect(() => () => writing.current?.abort(), [])

  async function write(): Promise<void> {
    const cancel = new AbortController()
    const { signal } = cancel
    writing.current = cancel
    setState({ kind: 'writing', progress: null })
    try {
      const { file, name, done } = await make(
        signal,
        (progress) => signal.aborted || setState({ kind: 'writing', progress }),
      )
      if (signal.aborted) return
      saveFile(file, name)
      setState({ kind: 'saved', done })
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error })
    }
  }
  function stop(): void {
    writing.current?.abort()
    setState({ kind: 'idle' })
  }

  return (
    <div className={styles.export} data-at-end={atEnd || undefined}>
      {state.kind === 'writing' ? (
        <Button variant="default" onClick={stop}>
          {common('cancel')}
        </Button>
      ) : (
        <Button
          variant={atEnd ? 'default' : 'filled'}
          disabled={disabled}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => void write()}
        >
          {label}
        </Button>
      )}
      <output className={styles.state}>
        <Said state={state} {...props} />
      </output>
    </div>
  )
}

type SaidProps<Progress, Done> = FileExportProps<Progress, Done> & { readonly state: State<Progress, Done> }

function Said<Progress, Done>({ state, writing, saved, failed }: SaidProps<Progress, Done>) {
  switch (state.kind) {
    case 'idle':
      return null
    case 'writing':
      return (
        <>
          <Loader size={16} aria-hidden="true" /> {writing(state.progress)}
        </>
      )
    case 'saved':
      return saved(state.done)
    case 'failed':
      return <ErrorText>{failed(state.error)}</ErrorText>
  }
}
