import { Button } from '@mantine/core'
import { errorText } from '../../data/errorText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorText } from '../states/ErrorText.tsx'
import styles from './SaveNotes.module.css'

/** A field that somebody else changed, with its newer value; without one it is a secret. */
interface SavedField {
  label: string
  value?: string
}

export interface SaveNotesProps {
  failure: unknown
  /** The specification's text for this failure. */
  fallback: string
  conflict: boolean
  loadingNewer: boolean
  onLoadNewer: () => void
  /** What the newer state changed; undefined while none was loaded. */
  savedMeanwhile: readonly SavedField[] | undefined
}

/** Below the fields of a form: what the save failed with, and the way out when somebody else saved first. */
export function SaveNotes(props: SaveNotesProps) {
  const t = useTexts('common')
  return (
    <>
      {props.savedMeanwhile && (
        <output className={styles.note}>
          <p>{t('newerLoaded')}</p>
          {props.savedMeanwhile.length > 0 && (
            <>
              <p>{t('savedMeanwhile')}</p>
              <dl className={styles.changes}>
                {props.savedMeanwhile.map(({ label, value }) => (
                  <Change key={label} label={label} value={value ?? '••••••'} />
                ))}
              </dl>
            </>
          )}
        </output>
      )}
      {props.failure !== undefined && (
        <ErrorText>
          <div className={styles.conflict}>
            <span>{errorText(props.failure, props.fallback)}</span>
            {props.conflict && (
              <>
                <span>{t('keptTyped')}</span>
                <Button size="xs" variant="default" disabled={props.loadingNewer} onClick={props.onLoadNewer}>
                  {t('loadNewer')}
                </Button>
              </>
            )}
          </div>
        </ErrorText>
      )}
    </>
  )
}

function Change({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value === '' ? '–' : value}</dd>
    </>
  )
}
