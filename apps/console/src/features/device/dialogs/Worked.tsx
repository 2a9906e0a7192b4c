import { type FormulaName, SOURCES, withNumbers, withSymbols } from '@greenwave/coordination/calculators/formulas'
import { useTexts } from '../../../texts/useTexts.ts'
import { useNumberText } from '../../../ui/states/useNumberText.ts'
import styles from './Geometry.module.css'

interface WorkedProps {
  readonly formula: FormulaName
  /** The number of each symbol. */
  readonly numbers: Readonly<Record<string, number>>
  /** Seconds. */
  readonly result: number
  /** Explanation of the symbols. */
  readonly legend: string
  readonly assumed: string
}

/** A formula, the same with its numbers, what its symbols stand for, what it assumes, and where it is from. */
export function Worked({ formula, numbers, result, legend, assumed }: WorkedProps) {
  const t = useTexts('settings', 'geometry')
  const number = useNumberText()
  return (
    <div className={styles.worked}>
      <p className={styles.formula}>{withSymbols(formula)}</p>
      <p className={styles.formula}>
        = {withNumbers(formula, numbers, number)} = <b>{t('calculators.seconds', { seconds: number(result) })}</b>
      </p>
      <small>{legend}</small>
      <small>{t('calculators.assumed', { assumed })}</small>
      <small>{t('calculators.source', { source: SOURCES[formula] })}</small>
    </div>
  )
}
