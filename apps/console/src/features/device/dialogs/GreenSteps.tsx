import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Timing.module.css'

interface GreenStepsProps {
  readonly phase: PhaseNumber
  readonly disabled: boolean
  /** Called with the seconds by which the green is to change. */
  readonly onStep: (by: number) => void
  /** The field of the green. */
  readonly children: ReactNode
}

/** The buttons that change a green by 1 and 5 s, on both sides of its field. */
export function GreenSteps({ phase, disabled, onStep, children }: GreenStepsProps) {
  const t = useTexts('settings', 'edit')
  const button = (by: number) => (
    <Button
      key={by}
      variant="default"
      className={styles.step}
      disabled={disabled}
      aria-label={t(by < 0 ? 'step.less' : 'step.more', { phase, seconds: Math.abs(by) })}
      onClick={() => onStep(by)}
    >
      {by < 0 ? `−${-by}` : `+${by}`}
    </Button>
  )
  return (
    <div className={styles.stepped}>
      {[-5, -1].map(button)}
      {children}
      {[1, 5].map(button)}
    </div>
  )
}
