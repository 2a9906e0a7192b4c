import { MOST_FILE_MIB } from '@greenwave/transfer/fileProblem'
import { Button, FileButton } from '@mantine/core'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import styles from './Files.module.css'

/** File that the user chose. */
export interface ChosenFile {
  readonly name: string
  readonly text: string
}

interface ChooseFileProps {
  /** Accepted file types: '.csv,.json'. */
  readonly accept: string
  /** The one that was chosen before. */
  readonly chosen: string | undefined
  readonly disabled?: boolean
  readonly onFile: (file: ChosenFile) => void
}

/** Asks for a file, which may also be dropped here. */
export function ChooseFile({ accept, chosen, disabled = false, onFile }: ChooseFileProps) {
  const t = useTexts('admin', 'files')
  const [isUnreadable, setIsUnreadable] = useState(false)
  const reset = useRef<() => void>(null)
  const take = async (file: File | null | undefined): Promise<void> => {
    // The same file can be chosen again, once it is fixed.
    reset.current?.()
    if (!file || disabled) return
    try {
      // Readers refuse a longer file by its text; of one that is far too long no more is read than they need for that.
      const text = await file.slice(0, 2 * MOST_FILE_MIB * 1024 * 1024).text()
      setIsUnreadable(false)
      onFile({ name: file.name, text })
    } catch {
      setIsUnreadable(true)
    }
  }
  const place = useDropPlace((file) => void take(file))
  return (
    <>
      <div ref={place} className={styles.choose}>
        <FileButton accept={accept} resetRef={reset} disabled={disabled} onChange={(file) => void take(file)}>
          {(props) => (
            <Button
              {...props}
              disabled={disabled}
              variant={chosen === undefined ? 'filled' : 'default'}
              leftSection={<IconUpload size={16} stroke={1.8} aria-hidden="true" />}
            >
              {t(chosen === undefined ? 'choose' : 'other')}
            </Button>
          )}
        </FileButton>
        <span>{chosen ?? t('orDrop')}</span>
      </div>
      {isUnreadable && <ErrorText>{t('unreadable')}</ErrorText>}
    </>
  )
}

/** Returns the ref of an element on which a file can be dropped. */
function useDropPlace(onFile: (file: File | undefined) => void) {
  const place = useRef<HTMLDivElement>(null)
  const take = useRef(onFile)
  useEffect(() => {
    take.current = onFile
  })
  useEffect(() => {
    const element = place.current
    if (!element) return
    const allow = (event: DragEvent) => {
      event.preventDefault()
      element.dataset.over = 'true'
    }
    const leave = () => delete element.dataset.over
    const drop = (event: DragEvent) => {
      event.preventDefault()
      leave()
      take.current(event.dataTransfer?.files[0])
    }
    element.addEventListener('dragover', allow)
    element.addEventListener('dragleave', leave)
    element.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('dragover', allow)
      element.removeEventListener('dragleave', leave)
      element.removeEventListener('drop', drop)
    }
  }, [])
  return place
}
