import { ofPhase, type PerPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { blockSeconds, greenStart, isServed } from '@greenwave/controller/cycle'
import type { Clearance, PhaseTiming } from '@greenwave/controller/settings'
import { VisuallyHidden } from '@mantine/core'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { Overlap } from '../model/overlaps.ts'

interface TimingWordsProps {
  readonly id: string
  readonly phases: PerPhase<PhaseTiming>
  readonly clearance: Clearance
  readonly overlaps: readonly Overlap[]
}

/** Describes the timing diagram in words for screen readers. */
export function TimingWords({ id, phases, clearance, overlaps }: TimingWordsProps) {
  const t = useTexts('device')
  const { nameOf, inText } = usePhaseNames()
  const phaseWords = PHASES.map((number) => {
    const timing = ofPhase(phases, number)
    const phase = nameOf(number) ?? t('phase', { phase: number })
    if (!isServed(timing)) return t('diagram.unserved', { phase })
    const start = greenStart(timing)
    return t('diagram.served', {
      phase,
      greenStart: start,
      greenEnd: start + timing.green,
      yellowEnd: start + timing.green + Math.max(0, clearance.yellow),
      blockEnd: start + blockSeconds(timing, clearance),
    })
  })
  const overlapWords = overlaps.map((overlap) =>
    t('diagram.overlaps', {
      first: inText(overlap.phases[0]),
      second: inText(overlap.phases[1]),
      start: overlap.start,
      end: overlap.start + overlap.length,
    }),
  )
  return (
    <VisuallyHidden component="figcaption" id={id}>
      {[...phaseWords, ...overlapWords].join(' ')}
    </VisuallyHidden>
  )
}
