import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import styles from './Geometry.module.css'

/** Wide enough for the fields with a sheet beside them, pixels. */
const WIDE = 1040

/** The calculators beside the fields of a dialog. */
interface CalculatorBeside {
  /** The button for the dialog's footer. */
  readonly button: ReactNode
  /** The width of the dialog while they are shown. */
  readonly size: number | undefined
  /** Puts the sheet beside the fields. What was typed in it stays while it is closed. */
  readonly beside: (fields: ReactNode) => ReactNode
}

/** Opens the calculators of a dialog, which are loaded when first requested. */
export function useCalculatorBeside(sheet: ReactNode): CalculatorBeside {
  const dialog = useTexts('settings', 'dialogs')
  const id = useId()
  const [shown, setShown] = useState<'never' | 'open' | 'closed'>('never')
  const isOpen = shown === 'open'
  return {
    button: (
      <Button
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setShown(isOpen ? 'closed' : 'open')}
      >
        {dialog('form.calculate')}
      </Button>
    ),
    size: isOpen ? WIDE : undefined,
    beside: (fields) => (
      <div className={styles.beside} data-open={isOpen || undefined}>
        <div>{fields}</div>
        <div id={id} hidden={!isOpen}>
          {shown !== 'never' && <PartLoading>{sheet}</PartLoading>}
        </div>
      </div>
    ),
  }
}
