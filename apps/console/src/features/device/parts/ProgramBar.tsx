import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { phaseSegments } from '@greenwave/controller/lamps'
import type { Clearance, Program } from '@greenwave/controller/settings'
import { memo } from 'react'
import { phaseOverlaps } from '../model/overlaps.ts'
import styles from './ProgramBar.module.css'

/**
 * Draws a whole program in one thin bar: which phase has the road when. Screen readers skip it, because the words stand
 * beside it.
 */
export const ProgramBar = memo(function ProgramBar({ program, clearance }: { program: Program; clearance: Clearance }) {
  const cycle = cycleSeconds(program, clearance)
  if (cycle === 0) return null
  const segments = phaseSegments(program, clearance)
  const percent = (seconds: number) => `${(seconds * 100) / cycle}%`
  return (
    <div className={styles.bar} aria-hidden>
      {PHASES.flatMap((phase) =>
        ofPhase(segments, phase)
          .filter((segment) => segment.kind !== 'red')
          .map((segment) => (
            <i
              key={`${phase}${segment.kind}${segment.start}`}
              data-kind={segment.kind}
              data-phase={phase}
              style={{ left: percent(segment.start), width: percent(segment.length) }}
            />
          )),
      )}
      {phaseOverlaps(program, clearance).map((overlap) => (
        <i
          key={overlap.phases.join()}
          data-kind="overlap"
          style={{ left: percent(overlap.start), width: percent(overlap.length) }}
        />
      ))}
    </div>
  )
})
