import { Button, Loader } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useTexts } from '../texts/useTexts.ts'
import { ErrorText } from '../ui/states/ErrorText.tsx'
import styles from './FileExport.module.css'
import { saveFile } from './saveFile.ts'
import { type TaskState, useTask, type Work } from './useTask.ts'

/** A finished file, and the facts of its message. */
export interface MadeFile<Done> {
  readonly file: Blob
  readonly name: string
  readonly done: Done
}

/** Properties of `FileExport`. */
export interface FileExportProps<Progress, Done> {
  /** Makes the file, and stops when the signal aborts. */
  readonly make: Work<Progress, MadeFile<Done>>
  /** Label of the button. */
  readonly label: string
  /** Returns how far it is; null before the first step. */
  readonly writing: (progress: Progress | null) => string
  readonly saved: (done: Done) => string
  readonly failed: (error: unknown) => string
  readonly disabled?: boolean
  /** At the end of a bar, as one of many controls, with its words before it. */
  readonly atEnd?: boolean
}

/** Saves a file that takes a while to make. Shows its progress, and can be cancelled. */
export function FileExport<Progress, Done>(props: FileExportProps<Progress, Done>) {
  const { make, label, disabled = false, atEnd = false } = props
  const common = useTexts('common')
  const { state, run, stop } = useTask<Progress, Done>()
  const write = () =>
    run(async (signal, onProgress) => {
      const { file, name, done } = await make(signal, onProgress)
      if (!signal.aborted) saveFile(file, name)
      return done
    })

  return (
    <div className={styles.export} data-at-end={atEnd || undefined}>
      {state.kind === 'running' ? (
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

type SaidProps<Progress, Done> = FileExportProps<Progress, Done> & { readonly state: TaskState<Progress, Done> }

function Said<Progress, Done>({ state, writing, saved, failed }: SaidProps<Progress, Done>) {
  switch (state.kind) {
    case 'idle':
      return null
    case 'running':
      return (
        <>
          <Loader size={16} aria-hidden="true" /> {writing(state.progress)}
        </>
      )
    case 'done':
      return saved(state.done)
    case 'failed':
      return <ErrorText>{failed(state.error)}</ErrorText>
  }
}
