import type { FileProblem } from '@greenwave/transfer/fileProblem'
import { useTexts } from '../../../texts/useTexts.ts'
import { Scrollable } from '../../../ui/page/Scrollable.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { useProblemText } from '../words/useProblemText.ts'
import styles from './Files.module.css'

/** Whoever mends the first hundred chooses the file again. */
const ROWS = 100

/** What is wrong with a file, line by line: nothing of it is sent. */
export function ProblemTable({ problems }: { readonly problems: readonly FileProblem[] }) {
  const t = useTexts('files')
  const textOf = useProblemText()
  const title = t('wrong', { count: problems.length })
  return (
    <>
      <ErrorText>{title}</ErrorText>
      <Scrollable label={title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('problemColumns.line')}</th>
              <th scope="col">{t('problemColumns.field')}</th>
              <th scope="col">{t('problemColumns.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, ROWS).map((problem) => (
              <tr key={`${problem.line} ${problem.field} ${problem.code}`}>
                <td>{problem.line}</td>
                <th scope="row">{problem.field}</th>
                <td>{textOf(problem)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
      {problems.length > ROWS && <p className={styles.hint}>{t('moreProblems', { count: problems.length - ROWS })}</p>}
    </>
  )
}
