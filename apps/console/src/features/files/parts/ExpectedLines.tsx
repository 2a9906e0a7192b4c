import { EXPECTED } from '@greenwave/transfer/expectedOutcomes'
import { useQuery } from '@tanstack/react-query'
import { expectedQuery, type ImportedList } from '../../../data/queries/files.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Files.module.css'

interface ExpectedLinesProps {
  readonly list: Omit<ImportedList, 'isOverwriting'>
  readonly nth: number
  readonly isOverwriting: boolean
}

/** How many lines are new, and what the import does with those that are there already. */
export function ExpectedLines({ list, nth, isOverwriting }: ExpectedLinesProps) {
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
