import { Button } from '@mantine/core'
import { errorText } from '../../data/errorText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorText } from '../states/ErrorText.tsx'
import styles from './SaveNotes.module.css'

/** A field that another user changed, with its newer value; a secret has no value here. */
interface SavedField {
  label: string
  value?: string
}

export interface SaveNotesProps<F extends string> {
  /** The result of the form's `useRecordForm`. */
  record: {
    readonly failure: unknown
    readonly conflict: boolean
    readonly loadingNewer: boolean
    readonly loadNewer: () => Promise<void>
    readonly savedMeanwhile: readonly F[] | undefined
  }
  /** The specification's text for this failure. */
  fallback: string
  /** Returns the label and value of a field for display. */
  fieldText: (field: F) => SavedField
}

/** Shown below the fields of a form: the error of the save, and the next step when another user saved first. */
export function SaveNotes<F extends string>({ record, fallback, fieldText }: SaveNotesProps<F>) {
  const { failure, conflict, loadingNewer, loadNewer, savedMeanwhile } = record
  const t = useTexts('common')
  return (
    <>
      {savedMeanwhile && (
        <output className={styles.note}>
          <p>{t('newerLoaded')}</p>
          {savedMeanwhile.length > 0 && (
            <>
              <p>{t('savedMeanwhile')}</p>
              <dl className={styles.changes}>
                {savedMeanwhile.map(fieldText).map(({ label, value }) => (
                  <Change key={label} label={label} value={value ?? '••••••'} />
                ))}
              </dl>
            </>
          )}
        </output>
      )}
      {failure !== undefined && (
        <ErrorText>
          <div className={styles.conflict}>
            <span>{errorText(failure, fallback)}</span>
            {conflict && (
              <>
                <span>{t('keptTyped')}</span>
                <Button size="xs" variant="default" disabled={loadingNewer} onClick={() => void loadNewer()}>
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
