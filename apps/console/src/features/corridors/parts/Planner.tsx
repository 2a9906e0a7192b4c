import type { Corridor } from '@greenwave/contract/records/corridors'
import type { Finding } from '@greenwave/controller/checks/finding'
import type { SetJunction } from '@greenwave/coordination/fromSettings'
import { type ReactNode, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { StatusShape } from '../../../ui/states/StatusTag.tsx'
import type { CorridorState, JunctionFacts } from '../model/corridorFacts.ts'
import { Planning } from '../model/Planning.ts'
import { cyclesOf, flowsOf, objectiveOf, type PlanChoices } from '../model/planForm.ts'
import { useCorridorWords } from '../words/useCorridorWords.ts'
import styles from './Corridors.module.css'
import { PlanForm } from './PlanForm.tsx'
import { PlanResult, type RenderSend } from './PlanResult.tsx'

/** Properties of `Planner`. */
export interface PlannerProps {
  readonly corridor: Corridor
  /** Returns the name of a junction by the id of its device; undefined for one that the user may not see. */
  readonly nameOf: (deviceId: string) => string | undefined
  /** The names of the other corridors that a junction is in, by the id of its device. */
  readonly others: ReadonlyMap<string, readonly string[]>
  readonly facts: readonly JunctionFacts[]
  /** The corridor as its plans want it at the chosen time. */
  readonly state: CorridorState
  /** The seconds of the day at which plans begin. */
  readonly starts: readonly number[]
  /** Kinds of day that can be planned. */
  readonly kinds: readonly { readonly id: string; readonly name: string }[]
  readonly choices: PlanChoices
  readonly onChoices: (change: Partial<PlanChoices>) => void
  readonly renderFindings: (findings: readonly Finding[]) => ReactNode
  readonly renderSend: RenderSend
}

/** Reasons that prevent planning: a missing setting, a phase without movements, or actuated greens. A cycle length never does. */
const PREVENT = new Set(['unseen', 'unknownSettings', 'flashing', 'held', 'noWay', 'unserved', 'actuated'])

/** Asks what is best, plans it, and shows it beside what is set. */
export function Planner({
  corridor,
  nameOf,
  others,
  facts,
  state,
  starts,
  kinds,
  choices,
  onChoices,
  renderFindings,
  renderSend,
}: PlannerProps) {
  const t = useTexts('corridors')
  const [planning] = useState(() => new Planning())
  const progress = useSyncExternalStore(planning.onChange, () => planning.state)
  // Two diagrams and a list of all junctions are rendered in slices: rendered at once they are one long task.
  const shown = useDeferredValue(progress)
  useEffect(() => () => planning.cancel(), [planning])
  const words = useCorridorWords(
    (junction) => nameOf(corridor.junctions[junction]?.device ?? '') ?? t('unknownJunction'),
  )
  const prevented = state.obstacles.filter(({ code }) => PREVENT.has(code))
  const set = state.set.filter((junction): junction is SetJunction => junction !== null)
  const deviceIds = corridor.junctions.flatMap(({ device }, index) => (state.set[index] ? [device] : []))
  const present = state.cycle

  function plan(): void {
    const [objective, cycles] = [objectiveOf(choices), cyclesOf(choices, present)]
    if (objective && cycles) planning.plan({ junctions: set, objective, cycles, flows: flowsOf(choices, set) })
  }

  return (
    <>
      <Card title={t('planWhat')}>
        <PlanForm
          {...{ starts, kinds, choices, present, progress, deviceIds, junctions: set }}
          isOneWay={corridor.junctions.every(({ phase }) => phase.inbound === null)}
          isPrevented={prevented.length > 0}
          onChoices={(change) => {
            planning.cancel()
            onChoices(change)
          }}
          onPlan={plan}
          onCancel={() => planning.cancel()}
        />
        {prevented.length > 0 && (
          <ul className={styles.sentences} aria-label={t('planPrevented')}>
            {prevented.map((obstacle) => (
              <li key={`${obstacle.junction} ${obstacle.code}`}>
                <StatusShape tone="bad" /> {words.obstacleText(obstacle)}
              </li>
            ))}
          </ul>
        )}
        {progress.kind === 'failed' && (
          <ErrorText>
            {t('planFailed')} {progress.why}
          </ErrorText>
        )}
      </Card>
      {shown.kind === 'done' && (
        <PlanResult
          // Another plan begins with all of it accepted.
          key={JSON.stringify(shown.request)}
          {...{ corridor, others, facts, renderFindings, renderSend }}
          kind={kinds.find(({ id }) => id === choices.kind)?.name}
          before={shown.request.junctions}
          proposal={shown.proposal}
        />
      )}
    </>
  )
}
