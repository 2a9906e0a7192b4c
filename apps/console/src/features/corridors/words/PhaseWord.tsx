import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'

interface PhaseWordProps {
  readonly deviceId: string
  /** Null when the signals cause no delay. */
  readonly phase: PhaseNumber | null
}

/** A phase of a junction by its name, or by its number if it has none. */
export function PhaseWord({ deviceId, phase }: PhaseWordProps) {
  return (
    <NamedPhases deviceId={deviceId}>
      <Word phase={phase} />
    </NamedPhases>
  )
}

function Word({ phase }: Pick<PhaseWordProps, 'phase'>) {
  const t = useTexts('corridors')
  const { inText } = usePhaseNames()
  return phase === null ? t('noPhaseHere') : t('phaseNumber', { phase: inText(phase) })
}
