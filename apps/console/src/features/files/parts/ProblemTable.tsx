import type { FileProblem } from '@greenwave/transfer/fileProblem'
import { useTexts } from '../../../texts/useTexts.ts'
import { ReadTable } from '../../../ui/lists/ReadTable.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { useProblemText } from '../../../shared/useProblemText.ts'
import styles from './Files.module.css'

/** Whoever fixes the first hundred chooses the file again. */
const ROWS = 100

/** Lists the problems of a file, line by line; the file is not sent. */
export function ProblemTable({ problems }: { readonly problems: readonly FileProblem[] }) {
  const t = useTexts('admin', 'files')
  const textOf = useProblemText()
  const title = t('wrong', { count: problems.length })
  return (
    <>
      <ErrorText>{title}</ErrorText>
      <ReadTable
        label={title}
        columns={[t('problemColumns.line'), t('problemColumns.field'), t('problemColumns.problem')]}
      >
        {problems.slice(0, ROWS).map((problem) => (
          <tr key={`${problem.line} ${problem.field} ${problem.code}`}>
            <td>{problem.line}</td>
            <th scope="row" className={styles.field}>
              {problem.field}
            </th>
            <td>{textOf(problem)}</td>
          </tr>
        ))}
      </ReadTable>
      {problems.length > ROWS && <p className={styles.hint}>{t('moreProblems', { count: problems.length - ROWS })}</p>}
    </>
  )
}
