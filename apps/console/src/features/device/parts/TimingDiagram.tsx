import { ofPhase, type PerPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { type PhaseSegment, phaseSegments } from '@greenwave/controller/lamps'
import type { Clearance, PhaseTiming } from '@greenwave/controller/settings'
import { type ReactNode, useId } from 'react'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { type Overlap, phaseOverlaps } from '../model/overlaps.ts'
import { axisMarks } from '../model/timingAxis.ts'
import styles from './TimingDiagram.module.css'
import { TimingWords } from './TimingWords.tsx'

/** Marks in the last quarter of a narrow axis would touch its end. */
const NEAR_END = 0.75

interface TimingDiagramProps {
  readonly program: number
  readonly phases: PerPhase<PhaseTiming>
  readonly clearance: Clearance
  /** The current second of the cycle; without it no cursor is drawn. */
  readonly cursor?: number | undefined
  /** The length of the axis in seconds if it is longer than the cycle. */
  readonly axisSeconds?: number | undefined
  /** Renders what lies over a phase's bar, such as the handles of an editor. */
  readonly overlay?: (phase: PhaseNumber, axisSeconds: number) => ReactNode
}

/**
 * Draws a program over one cycle: a bar for each phase, to scale, with the seconds below. Screen readers get it in
 * words.
 */
export function TimingDiagram({ program, phases, clearance, cursor, axisSeconds, overlay }: TimingDiagramProps) {
  const t = useTexts('device')
  const { nameOf } = usePhaseNames()
  const wordsId = useId()
  const cycle = cycleSeconds({ phases }, clearance)
  const axis = Math.max(axisSeconds ?? 0, cycle)
  const segments = phaseSegments({ phases }, clearance)
  const overlaps = phaseOverlaps({ phases }, clearance)
  if (axis === 0) return <p className={styles.empty}>{t('diagram.empty')}</p>
  const classes = [
    styles.diagram,
    cursor !== undefined && styles.withCursor,
    overlay && styles.tall,
    PHASES.some(nameOf) && styles.named,
  ]
  return (
    <figure
      className={classes.filter(Boolean).join(' ')}
      aria-label={t('diagram.label', { program, cycle })}
      aria-describedby={wordsId}
    >
      {PHASES.map((phase) => (
        <div key={phase} className={styles.row}>
          <span aria-hidden className={styles.name} title={nameOf(phase)}>
            {nameOf(phase) ?? t('phase', { phase })}
          </span>
          <div className={styles.bar} data-phase={phase}>
            <Segments segments={ofPhase(segments, phase)} cycle={cycle} axis={axis} />
            <Overlaps overlaps={overlaps.filter((overlap) => overlap.phases.includes(phase))} axis={axis} />
            {overlay?.(phase, axis)}
          </div>
        </div>
      ))}
      <Axis length={axis} unit={t('diagram.unit')} />
      {cursor !== undefined && <Cursor second={cursor} axis={axis} label={t('diagram.cursor', { second: cursor })} />}
      <TimingWords id={wordsId} phases={phases} clearance={clearance} overlaps={overlaps} />
    </figure>
  )
}

function Segments({ segments, cycle, axis }: { segments: readonly PhaseSegment[]; cycle: number; axis: number }) {
  return segments.map((segment) => (
    <span
      key={`${segment.kind}${segment.start}`}
      aria-hidden
      className={`${styles.segment} ${styles[segment.kind]}`}
      data-kind={segment.kind}
      data-last={(axis === cycle && segment.start + segment.length >= cycle) || undefined}
      style={{ left: percent(segment.start, axis), width: percent(segment.length, axis) }}
    >
      {segment.kind === 'green' && segment.length / axis > 0.05 && <b className={styles.seconds}>{segment.length}</b>}
    </span>
  ))
}

function Overlaps({ overlaps, axis }: { overlaps: readonly Overlap[]; axis: number }) {
  return overlaps.map((overlap) => (
    <span
      key={overlap.phases.join()}
      aria-hidden
      className={styles.overlap}
      data-kind="overlap"
      style={{ left: percent(overlap.start, axis), width: percent(overlap.length, axis) }}
    />
  ))
}

function Axis({ length, unit }: { length: number; unit: string }) {
  return (
    <div className={styles.axis} aria-hidden>
      <span />
      <div className={styles.marks}>
        {axisMarks(length).map((second) => (
          <span
            key={second}
            className={styles.mark}
            data-edge={second === 0 ? 'start' : second === length ? 'end' : undefined}
            data-near-end={(second < length && second > length * NEAR_END) || undefined}
            style={{ left: percent(second, length) }}
          >
            {second === length ? `${second} ${unit}` : second}
          </span>
        ))}
      </div>
    </div>
  )
}

function Cursor({ second, axis, label }: { second: number; axis: number; label: string }) {
  return (
    <div className={styles.track} aria-hidden>
      <div className={styles.cursor} data-cursor={second} style={{ left: percent(second, axis) }}>
        <span className={styles.cursorLabel}>{label}</span>
      </div>
    </div>
  )
}

function percent(seconds: number, axis: number): string {
  return `${(seconds * 100) / axis}%`
}
