import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import type { Corridor } from '@greenwave/contract/records/corridors'
import type { Finding } from '@greenwave/controller/checks/finding'
import type { Bands } from '@greenwave/coordination/bands'
import { DIRECTIONS } from '@greenwave/coordination/corridor'
import type { SetJunction } from '@greenwave/coordination/fromSettings'
import { longestRed, type Proposal } from '@greenwave/coordination/proposal'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Term } from '../../../shared/Explained.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { type CorridorState, type JunctionFacts, nextChangeMs, stateOfJunctions } from '../model/corridorFacts.ts'
import { diagramRows } from '../model/diagramRows.ts'
import { isOneWay } from '../model/directionState.ts'
import { PlannedJunctions, plannedValues } from './PlannedJunctions.tsx'
import { percent } from '../model/waveShare.ts'
import { secondsText, useCorridorWords, useUnfitNames } from '../words/useCorridorWords.ts'
import styles from './Corridors.module.css'
import { PlannedCycles } from './PlannedCycles.tsx'
import { TimeSpaceDiagram } from './TimeSpaceDiagram.tsx'

interface PlanResultProps {
  readonly corridor: Corridor
  /** The names of the other corridors that a junction is in, by the id of its device. */
  readonly others: ReadonlyMap<string, readonly string[]>
  readonly facts: readonly JunctionFacts[]
  readonly before: readonly SetJunction[]
  readonly proposal: Proposal
  readonly renderFindings: (findings: readonly Finding[]) => ReactNode
  readonly renderSend: RenderSend
  /** Name of the kind of day for which it is planned; undefined for what is set now. */
  readonly kind?: string | undefined
}

/** Renders what is sent of a plan: previews it, and sends it in stages. */
export type RenderSend = (sent: {
  readonly values: ReadonlyMap<string, AttributeSet>
  readonly nameOf: (deviceId: string) => string
  /** Returns when the plan of one of the junctions changes next, epoch milliseconds; undefined if none ever does. */
  readonly nextChangeMs: (nowMs: number) => number | undefined
}) => ReactNode

/** Shows the proposal beside the current settings: all of it, or the accepted part. */
export function PlanResult(props: PlanResultProps) {
  const { corridor, others, facts, before, proposal, renderFindings, renderSend, kind } = props
  const t = useTexts('corridors')
  const unfitNames = useUnfitNames(before)
  const [cycle, setCycle] = useState(proposal.best)
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set())
  // What is previewed belongs to the choice that was made then.
  const [sent, setSent] = useState<string>()
  const chosen = proposal.cycles.find((one) => one.cycle === cycle)
  if (!chosen || !('bands' in chosen))
    return (
      <Card title={t('proposal')}>
        <p className={styles.note}>{t('noCycleFits')}</p>
        <ul className={styles.sentences} aria-label={t('cyclesTitle')}>
          {proposal.cycles.map((one) => (
            <li key={one.cycle}>{t('unfitAt', { cycle: one.cycle, names: unfitNames(one) })}</li>
          ))}
        </ul>
      </Card>
    )
  const after = chosen.junctions.map((junction, index) => (refused.has(index) ? (before[index] ?? junction) : junction))
  const accepted = chosen.junctions.flatMap((junction, index) => {
    const [device, old] = [corridor.junctions[index]?.device, before[index]]
    if (device === undefined || !old || refused.has(index)) return []
    const planned = plannedValues(old, junction)
    return Object.keys(planned).length > 0 ? [{ device, name: junction.name, planned }] : []
  })
  const values = new Map(accepted.map(({ device, planned }) => [device, planned]))
  const names = new Map(accepted.map(({ device, name }) => [device, name]))
  const nameOf = (device: string) => names.get(device) ?? '…'
  const choice = JSON.stringify([...values])
  return (
    <>
      {proposal.cycles.length > 1 && (
        <PlannedCycles
          cycles={proposal.cycles}
          junctions={before}
          chosen={chosen.cycle}
          isOneWay={isOneWay(corridor)}
          onChoose={setCycle}
        />
      )}
      <div className={styles.sides}>
        <Side title={t('before')} corridor={corridor} junctions={before} />
        <Side
          title={t('after')}
          corridor={corridor}
          junctions={after}
          withOffsets={chosen.cycle === proposal.best ? proposal.withOffsets : null}
          isCut={!chosen.exact}
        />
      </div>
      <PlannedJunctions
        deviceIds={corridor.junctions.map(({ device }) => device)}
        {...{ others, facts, before, refused, renderFindings }}
        after={chosen.junctions}
        onRefused={(index, isRefused) =>
          setRefused((old) => new Set(isRefused ? [...old, index] : [...old].filter((one) => one !== index)))
        }
      />
      {sent === choice ? (
        <div key={choice}>{renderSend({ values, nameOf, nextChangeMs: (nowMs) => nextChangeMs(facts, nowMs) })}</div>
      ) : (
        <div className={styles.foot}>
          <Button disabled={values.size === 0} onClick={() => setSent(choice)}>
            {kind === undefined ? t('previewSend') : t('previewKind', { kind })}
          </Button>
        </div>
      )}
    </>
  )
}

interface SideProps {
  readonly title: string
  readonly corridor: Corridor
  readonly junctions: readonly SetJunction[]
  /** Bands that would result if every controller could be offset. */
  readonly withOffsets?: Bands | null
  readonly isCut?: boolean
}

/** Shows the figures and the diagram of one side. */
function Side({ title, corridor, junctions, withOffsets = null, isCut = false }: SideProps) {
  const t = useTexts('corridors')
  const state = stateOfJunctions(junctions)
  const words = useCorridorWords((junction) => junctions[junction]?.name ?? '')
  const { wave } = state
  const bandsText = ({ byDirection: bands }: Bands) =>
    DIRECTIONS.flatMap((direction) => {
      const band = bands[direction]
      return band
        ? [`${words.way(direction)} ${t('seconds', { seconds: secondsText((band.arc?.widthMs ?? 0) / 1000) })}`]
        : []
    }).join(' · ')
  return (
    <Card title={title} padded={false}>
      <dl className={styles.figures}>
        <Figure label={<Term of="band">{t('bands')}</Term>} value={wave ? bandsText(wave.bands) : t('noWave')} />
        <Figure label={t('efficiency')} value={wave ? percent(wave.bands.efficiency) : '–'} />
        <Figure
          label={<Term of="attainability">{t('attainability')}</Term>}
          value={wave ? percent(wave.bands.attainability) : '–'}
        />
        <Figure label={<Term of="cycle">{t('cycle')}</Term>} value={t('seconds', { seconds: state.cycle })} />
        <Figure label={t('longestRed')} value={t('seconds', { seconds: longestRed(junctions) })} />
      </dl>
      {withOffsets && <p className={styles.hint}>{t('withOffsets', { bands: bandsText(withOffsets) })}</p>}
      {isCut && <p className={styles.hint}>{t('searchCut')}</p>}
      <StateSentences state={state} words={words} />
      {wave && (
        <TimeSpaceDiagram
          label={t('diagramOf', { title })}
          wave={wave}
          rows={diagramRows(corridor, wave, (metres, offset) => t('rowNote', { metres, offset }))}
          now={null}
          onOffset={undefined}
        />
      )}
    </Card>
  )
}

function StateSentences({
  state: { obstacles, midnight, wave },
  words,
}: {
  readonly state: CorridorState
  readonly words: ReturnType<typeof useCorridorWords>
}) {
  const t = useTexts('corridors')
  return (
    <ul className={styles.sentences} aria-label={t('sentences')}>
      {obstacles.map((obstacle) => (
        <li key={`${obstacle.junction} ${obstacle.code}`}>{words.obstacleText(obstacle)}</li>
      ))}
      {wave?.limits.map((limit) => (
        <li key={limit.direction}>{words.limitText(limit)}</li>
      ))}
      {midnight && <li>{words.midnightText(midnight)}</li>}
    </ul>
  )
}

function Figure({ label, value }: { readonly label: ReactNode; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
