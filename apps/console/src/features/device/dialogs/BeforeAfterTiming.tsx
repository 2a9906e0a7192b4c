import { cycleSeconds } from '@greenwave/controller/cycle'
import type { Clearance, Program } from '@greenwave/controller/settings'
import { useTexts } from '../../../texts/useTexts.ts'
import { TimingDiagram } from '../parts/TimingDiagram.tsx'
import styles from './Findings.module.css'

interface Timing {
  readonly program: Program
  readonly clearance: Clearance
}

/** Draws a program's timing before and after the change, on one scale. */
export function BeforeAfterTiming({ before, after }: { before: Timing; after: Timing }) {
  const t = useTexts('device')
  const axis = Math.max(cycleSeconds(before.program, before.clearance), cycleSeconds(after.program, after.clearance))
  return (
    <>
      <Side title={t('diagram.before')} timing={before} axis={axis} />
      <Side title={t('diagram.after')} timing={after} axis={axis} />
    </>
  )
}

function Side({ title, timing: { program, clearance }, axis }: { title: string; timing: Timing; axis: number }) {
  return (
    <div className={styles.pair}>
      <h3>{title}</h3>
      <TimingDiagram program={program.number} phases={program.phases} clearance={clearance} axisSeconds={axis} />
    </div>
  )
}
