import { cycleSeconds } from '@greenwave/controller/cycle'
import type { PerPhase, PhaseNumber } from '@greenwave/controller/limits'
import type { Clearance, PhaseTiming } from '@greenwave/controller/settings'
import { useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { editableAxisSeconds } from '../model/diagramAxis.ts'
import { type Edge, moveEdge } from '../model/moveEdge.ts'
import { EdgeHandle } from './EdgeHandle.tsx'
import { TimingDiagram } from './TimingDiagram.tsx'

interface TimingEditorProps {
  readonly program: number
  readonly phases: PerPhase<PhaseTiming>
  readonly clearance: Clearance
  readonly disabled?: boolean
  readonly onChange: (phases: PerPhase<PhaseTiming>) => void
}

const EDGES: readonly Edge[] = ['start', 'end']

/**
 * The timing diagram with edges that can be dragged or moved with the arrow keys. The axis keeps its scale during a
 * drag.
 */
export function TimingEditor({ program, phases, clearance, disabled, onChange }: TimingEditorProps) {
  const t = useTexts('device')
  const fitting = editableAxisSeconds(cycleSeconds({ phases }, clearance))
  const [held, setHeld] = useState<number | null>(null)
  const handles = (phase: PhaseNumber, axisSeconds: number) =>
    EDGES.map((edge) => (
      <EdgeHandle
        key={edge}
        edge={edge}
        label={t(edge === 'start' ? 'diagram.startHandle' : 'diagram.endHandle', { phase: t('phase', { phase }) })}
        timing={phases[phase - 1] ?? { green: 0, start: 0 }}
        axisSeconds={axisSeconds}
        onMove={(second) => onChange(moveEdge(phases, phase, edge, second))}
        onGrab={() => setHeld(fitting)}
        onRelease={() => setHeld(null)}
      />
    ))
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
