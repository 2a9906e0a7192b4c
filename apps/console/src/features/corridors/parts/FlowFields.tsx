import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { isServed } from '@greenwave/controller/cycle'
import type { SetJunction } from '@greenwave/coordination/fromSettings'
import { TextInput } from '@mantine/core'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { flowKey, isNoFlow, type PlanChoices } from '../model/planForm.ts'
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
          <JunctionFlows {...{ junction, index, flows, onFlows }} isChecked={complaint !== undefined} />
        </NamedPhases>
      ))}
      {complaint && <ErrorText>{complaint}</ErrorText>}
    </fieldset>
  )
}

interface JunctionFlowsProps extends Pick<FlowFieldsProps, 'flows' | 'onFlows'> {
  readonly junction: SetJunction
  readonly index: number
  /** Whether problems are marked. */
  readonly isChecked: boolean
}

function JunctionFlows({ junction: { name, program }, index, flows, isChecked, onFlows }: JunctionFlowsProps) {
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
            error={isChecked && isNoFlow(flows[key]) && (flows[key]?.trim() ? t('flowWrong') : true)}
            onChange={(event) => onFlows({ ...flows, [key]: event.currentTarget.value })}
          />
        )
      })}
    </fieldset>
  )
}
