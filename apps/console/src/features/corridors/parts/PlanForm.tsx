import type { SetJunction } from '@greenwave/coordination/fromSettings'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import type { PlanningState } from '../model/Planning.ts'
import { type PlanChoices, type PlanComplaints, planComplaints } from '../model/planForm.ts'
import { minuteText } from '../words/useCorridorWords.ts'
import styles from './Corridors.module.css'
import { FlowFields } from './FlowFields.tsx'

interface PlanFormProps {
  readonly starts: readonly number[]
  readonly choices: PlanChoices
  /** The common cycle that the junctions have, seconds. */
  readonly present: number
  readonly progress: PlanningState
  /** The junctions with the programs that are planned. */
  readonly junctions: readonly SetJunction[]
  /** The ids of their devices. */
  readonly deviceIds: readonly string[]
  /** Kinds of day that all junctions have settings of. */
  readonly kinds: readonly { readonly id: string; readonly name: string }[]
  readonly isOneWay: boolean
  readonly isPrevented: boolean
  readonly onChoices: (change: Partial<PlanChoices>) => void
  readonly onPlan: () => void
  readonly onCancel: () => void
}

const AIMS = ['equal', 'outbound', 'inbound', 'weighted'] as const
const CYCLES = ['keep', 'day', 'own'] as const
const SPLITS = ['keep', 'flows'] as const

/** Chooses what is planned: which plan of the day, for which direction, at which cycles. */
export function PlanForm(props: PlanFormProps) {
  const { starts, choices, present, progress, junctions, deviceIds, kinds, isOneWay, isPrevented } = props
  const { onChoices, onPlan, onCancel } = props
  const t = useTexts('corridors')
  const common = useTexts('common')
  const [isChecked, setIsChecked] = useState(false)
  const found = planComplaints(choices, present, junctions)
  const complaints: PlanComplaints = isChecked ? found : {}
  return (
    <form
      noValidate
      className={styles.planForm}
      onSubmit={(event) => {
        event.preventDefault()
        const isFit = Object.keys(found).length === 0
        setIsChecked(!isFit)
        if (isFit) onPlan()
      }}
    >
      {kinds.length > 0 && (
        <NativeSelect
          label={t('planKind')}
          value={choices.kind}
          data={[{ value: '', label: t('planNowSet') }, ...kinds.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => onChoices({ kind: event.currentTarget.value, at: -1 })}
        />
      )}
      <NativeSelect
        label={t('planAt')}
        value={String(choices.at)}
        data={(starts.length > 0 ? starts : [choices.at]).map((second) => ({
          value: String(second),
          label: t('atTime', { time: minuteText(second) }),
        }))}
        onChange={(event) => onChoices({ at: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={t('planAim')}
        value={choices.aim}
        data={AIMS.filter((aim) => !isOneWay || aim === 'equal').map((value) => ({
          value,
          label: t(isOneWay ? 'aims.outbound' : `aims.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) => onChoices({ aim: AIMS.find((aim) => aim === value) ?? 'equal' })}
      />
      {choices.aim === 'weighted' && (
        <>
          <TextInput
            label={t('outboundWeight')}
            inputMode="decimal"
            value={choices.outboundWeight}
            error={complaints.weights && t(complaints.weights)}
            onChange={(event) => onChoices({ outboundWeight: event.currentTarget.value })}
          />
          <TextInput
            label={t('inboundWeight')}
            inputMode="decimal"
            value={choices.inboundWeight}
            onChange={(event) => onChoices({ inboundWeight: event.currentTarget.value })}
          />
        </>
      )}
      <NativeSelect
        label={t('planCycles')}
        value={choices.cycles}
        data={CYCLES.map((value) => ({ value, label: t(`cycleChoices.${value}`, { cycle: present }) }))}
        onChange={({ currentTarget: { value } }) =>
          onChoices({ cycles: CYCLES.find((one) => one === value) ?? 'keep' })
        }
      />
      {choices.cycles === 'own' && (
        <TextInput
          label={t('ownCycles')}
          placeholder="60, 80, 90"
          value={choices.ownCycles}
          error={complaints.ownCycles && t(complaints.ownCycles)}
          onChange={(event) => onChoices({ ownCycles: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={t('planSplits')}
        value={choices.splits}
        data={SPLITS.map((value) => ({ value, label: t(`splits.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChoices({ splits: SPLITS.find((one) => one === value) ?? 'keep' })
        }
      />
      {choices.splits === 'flows' && (
        <FlowFields
          junctions={junctions}
          deviceIds={deviceIds}
          flows={choices.flows}
          complaint={complaints.flows && t(complaints.flows)}
          onFlows={(flows) => onChoices({ flows })}
        />
      )}
      <div className={styles.planActions}>
        {progress.kind === 'planning' ? (
          <>
            <progress aria-label={t('planning')} value={progress.share} max={1} />
            <Button variant="default" onClick={onCancel}>
              {common('cancel')}
            </Button>
          </>
        ) : (
          <Button type="submit" disabled={isPrevented}>
            {t('planNow')}
          </Button>
        )}
      </div>
    </form>
  )
}
