import type { Corridor } from '@greenwave/contract/records/corridors'
import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { DIRECTIONS } from '@greenwave/coordination/corridor'
import { Link } from '@tanstack/react-router'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import { Term } from '../../../shared/Explained.tsx'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { CorridorState, JunctionFacts } from '../model/corridorFacts.ts'
import { isOneWay } from '../model/directionState.ts'
import { useMetresText } from '../words/useCorridorWords.ts'
import styles from './JunctionTable.module.css'

interface JunctionTableProps {
  readonly corridor: Corridor
  /** The junctions by the ids of their devices, as far as the user may see them. */
  readonly junctions: ReadonlyMap<string, FleetJunction>
  /** The programs that are looked at, in the order of the junctions. */
  readonly set: CorridorState['set']
  /** Facts about each junction, in the same order. */
  readonly facts: readonly Pick<JunctionFacts, 'hasReported'>[]
}

/** The junctions of a corridor in the outbound order: where they are, what serves each direction, and what is set. */
export function JunctionTable({ corridor, junctions, set, facts }: JunctionTableProps) {
  const t = useTexts('corridors')
  const metresText = useMetresText()
  const directions = isOneWay(corridor) ? (['outbound'] as const) : DIRECTIONS
  return (
    <table className={styles.table} aria-label={t('junctions')}>
      <thead>
        <tr>
          <th scope="col">{t('junction')}</th>
          <th scope="col">{t('distance')}</th>
          {directions.map((direction) => (
            <th key={direction} scope="col">
              {t(`speed.${direction}`)}
            </th>
          ))}
          {directions.map((direction) => (
            <th key={direction} scope="col">
              {t(`phase.${direction}`)}
            </th>
          ))}
          <th scope="col">
            <Term of="program">{t('program')}</Term>
          </th>
          <th scope="col">
            <Term of="cycle">{t('cycle')}</Term>
          </th>
          <th scope="col">
            <Term of="offset">{t('offset')}</Term>
          </th>
        </tr>
      </thead>
      <tbody>
        {corridor.junctions.map(({ device, distance, speed, phase }, index) => (
          <tr key={device}>
            <th scope="row">
              <JunctionName device={device} junctions={junctions} />
            </th>
            <td data-label={t('distance')}>{metresText(distance ?? undefined)}</td>
            {directions.map((direction) => (
              <td key={direction} data-label={t(`speed.${direction}`)}>
                {speed[direction] ?? '–'}
              </td>
            ))}
            {directions.map((direction) => (
              <td key={direction} data-label={t(`phase.${direction}`)}>
                <PhaseWord deviceId={device} phase={phase[direction]} />
              </td>
            ))}
            <SetCells set={set[index] ?? null} hasReported={facts[index]?.hasReported ?? false} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SetCellsProps {
  readonly set: CorridorState['set'][number]
  readonly hasReported: boolean
}

function SetCells({ set, hasReported }: SetCellsProps) {
  const t = useTexts('corridors')
  const withoutOffset = t(hasReported ? 'noOffsets' : 'offsetsUnknown')
  const seconds = (value: number) => t('seconds', { seconds: value })
  return (
    <>
      <td data-label={t('program')}>{set ? set.program.number : '–'}</td>
      <td data-label={t('cycle')}>{set ? seconds(cycleSeconds(set.program, set.clearance)) : '–'}</td>
      <td data-label={t('offset')}>{set ? (set.canOffset ? seconds(set.offset) : withoutOffset) : '–'}</td>
    </>
  )
}

function JunctionName({ device, junctions }: { readonly device: string } & Pick<JunctionTableProps, 'junctions'>) {
  const t = useTexts('corridors')
  const junction = junctions.get(device)
  if (!junction) return t('unknownJunction')
  return (
    <Link to="/devices/$deviceId" params={{ deviceId: device }}>
      {junction.label}
    </Link>
  )
}

interface PhaseWordProps {
  readonly deviceId: string
  /** Null when the signals cause no delay. */
  readonly phase: PhaseNumber | null
}

/** A phase of a junction by its name, or by its number if it has none. */
function PhaseWord({ deviceId, phase }: PhaseWordProps) {
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
