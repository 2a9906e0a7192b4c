import { isServed } from '@greenwave/controller/cycle'
import { ofPhase, PHASES } from '@greenwave/controller/limits'
import type { SetJunction } from '@greenwave/coordination/fromSettings'
import { TextInput } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { flowKey, type PlanChoices } from '../model/planForm.ts'
import styles from './Corridors.module.css'

interface FlowFieldsProps {
  readonly junctions: readonly SetJunction[]
  readonly flows: PlanChoices['flows']
  readonly complaint: string | undefined
  readonly onFlows: (flows: PlanChoices['flows']) => void
}

/** Asks for the traffic of each phase, from which its green follows. */
export function FlowFields({ junctions, flows, complaint, onFlows }: FlowFieldsProps) {
  const t = useTexts('corridors')
  return (
    <fieldset className={styles.flows}>
      <legend>{t('flowsLegend')}</legend>
      <p className={styles.note}>{t('flowsHint')}</p>
      {junctions.map(({ name, program }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order of a corridor stays
        <fieldset key={index}>
          <legend>{name}</legend>
          {PHASES.filter((phase) => isServed(ofPhase(program.phases, phase))).map((phase) => {
            const key = flowKey(index, phase)
            const label = t('phaseNumber', { phase })
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
      ))}
      {complaint && <ErrorText>{complaint}</ErrorText>}
    </fieldset>
  )
}
