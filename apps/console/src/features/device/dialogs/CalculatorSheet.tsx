import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Geometry.module.css'

/** The sheet beside the fields of a dialog. */
export function CalculatorSheet({ children }: { readonly children: ReactNode }) {
  const t = useTexts('settings', 'geometry')
  return (
    <section className={styles.sheet} aria-label={t('calculators.title')}>
      {children}
      <p className={styles.advice}>{t('calculators.advice')}</p>
    </section>
  )
}

interface CalculatorProps {
  readonly title: ReactNode
  /** Fields of the calculator, a fieldset each. */
  readonly fields: ReactNode
  readonly children: ReactNode
}

/** Shows a calculator: its name, its fields, its result. */
export function CalculatorPart({ title, fields, children }: CalculatorProps) {
  return (
    <section className={styles.calculator}>
      <h3>{title}</h3>
      {fields}
      {children}
    </section>
  )
}

interface UseButtonProps {
  readonly label: string
  readonly onUse: () => void
}

/** Puts a result into the field of the dialog. */
export function UseButton({ label, onUse }: UseButtonProps) {
  return (
    <Button variant="light" size="xs" className={styles.use ?? ''} onClick={onUse}>
      {label}
    </Button>
  )
}
