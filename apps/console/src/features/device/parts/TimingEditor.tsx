import { ofPhase, type PerPhase, type PhaseNumber, PROGRAM_VALUE_RANGE } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import type { TimingEdit } from '@greenwave/controller/retime'
import type { Clearance, PhaseTiming } from '@greenwave/controller/settings'
import { useState } from 'react'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { type Edge, edgeSecond, editableAxisSeconds, editOfEdge } from '../model/timingAxis.ts'
import { AxisHandle } from './AxisHandle.tsx'
import { TimingDiagram } from './TimingDiagram.tsx'

interface TimingEditorProps {
  readonly program: number
  readonly phases: PerPhase<PhaseTiming>
  readonly clearance: Clearance
  readonly disabled?: boolean
  /** Called with the change of one value that moving an edge asks for. */
  readonly onEdit: (edit: TimingEdit) => void
}

const EDGES: readonly Edge[] = ['start', 'end']

/**
 * The timing diagram with edges that can be dragged or moved with the arrow keys. The axis keeps its scale during a
 * drag.
 */
export function TimingEditor({ program, phases, clearance, disabled, onEdit }: TimingEditorProps) {
  const t = useTexts('device')
  const { nameOf } = usePhaseNames()
  const fitting = editableAxisSeconds(cycleSeconds({ phases }, clearance))
  const [held, setHeld] = useState<number | null>(null)
  const { min, max } = PROGRAM_VALUE_RANGE
  const handles = (phase: PhaseNumber, axisSeconds: number) =>
    EDGES.map((edge) => {
      const timing = ofPhase(phases, phase)
      const second = edgeSecond(timing, edge)
      return (
        <AxisHandle
          key={edge}
          label={t(edge === 'start' ? 'diagram.startHandle' : 'diagram.endHandle', {
            phase: nameOf(phase) ?? t('phase', { phase }),
          })}
          value={second}
          valueText={t('diagram.handleValue', { second })}
          min={edge === 'start' ? min : timing.start}
          max={edge === 'start' ? max : timing.start + max}
          axisLength={axisSeconds}
          step={1}
          keySteps={[1, 5]}
          onMove={(to) => onEdit(editOfEdge(phases, phase, edge, to))}
          onGrab={() => setHeld(fitting)}
          onRelease={() => setHeld(null)}
        />
      )
    })
  return (
    <TimingDiagram
      program={program}
      phases={phases}
      clearance={clearance}
      axisSeconds={held ?? fitting}
      {...(!disabled && { overlay: handles })}
    />
  )
}
