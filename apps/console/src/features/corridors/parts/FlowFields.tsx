import { isServed } from '@greenwave/controller/cycle'
import { ofPhase, PHASES } from '@greenwave/controller/limits'
import type { SetJunction } from '@greenwave/coordination/fromSettings'
import { TextInput } from '@mantine/core'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { usePhaseNames } from '../../../ui/states/phaseNames.ts'
import { flowKey, type PlanChoices } from '../model/planForm.ts'
import styles from './Corridors.module.css'

interface FlowFieldsProps {
  readonly junctions: readonly SetJunction[]
  /** The ids of their devices. */
  readonly deviceIds: readonly string[]
  readonly flows: PlanChoices['flows']
  readonly complaint: string | undefined
  readonly onFlows: (flows: PlanChoices['flows']) => void
}

/** Asks for the traffic of each phase, from which its green follows. */
export function FlowFields({ junctions, deviceIds, flows, complaint, onFlows }: FlowFieldsProps) {
  const t = useTexts('corridors')
  return (
    <fieldset className={styles.flows}>
      <legend>{t('flowsLegend')}</legend>
      <p className={styles.note}>{t('flowsHint')}</p>
      {junctions.map((junction, index) => (
        <NamedPhases key={deviceIds[index]} deviceId={deviceIds[index] ?? null}>
          <JunctionFlows {...{ junction, index, flows, onFlows }} />
        </NamedPhases>
      ))}
      {complaint && <ErrorText>{complaint}</ErrorText>}
    </fieldset>
  )
}

interface JunctionFlowsProps extends Pick<FlowFieldsProps, 'flows' | 'onFlows'> {
  readonly junction: SetJunction
  readonly index: number
}

function JunctionFlows({ junction: { name, program }, index, flows, onFlows }: JunctionFlowsProps) {
  const t = useTexts('corridors')
  const { inText } = usePhaseNames()
  return (
    <fieldset>
      <legend>{name}</legend>
      {PHASES.filter((phase) => isServed(ofPhase(program.phases, phase))).map((phase) => {
        const key = flowKey(index, phase)
        const label = t('phaseNumber', { phase: inText(phase) })
        return (
          <TextInput
            key={key}
            label={label}
            aria-label={t('fieldOf', { field: label, name })}
            inputMode="decimal"
            autoComplete="off"
            value={flows[key] ?? ''}
            onChange={(event) => onFlows({ ...flows, [key]: event.currentTarget.value })}
          />
        )
      })}
    </fieldset>
  )
}
