import type { Corridor } from '@greenwave/contract/corridors'
import { DIRECTIONS } from '@greenwave/coordination/corridor'
import { Link } from '@tanstack/react-router'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { isOneWay } from '../model/isOneWay.ts'
import { useMetresText } from '../words/useMetresText.ts'
import styles from './JunctionTable.module.css'

interface JunctionTableProps {
  readonly corridor: Corridor
  /** The junctions by the ids of their devices, as far as the user may see them; undefined until they are read. */
  readonly junctions: ReadonlyMap<string, FleetJunction> | undefined
}

/** The junctions of a corridor in the outbound order: where they are, and what serves each direction. */
export function JunctionTable({ corridor, junctions }: JunctionTableProps) {
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
        </tr>
      </thead>
      <tbody>
        {corridor.junctions.map(({ device, distance, speed, phase }) => (
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
                {phase[direction] === null ? t('noPhaseHere') : t('phaseNumber', { phase: phase[direction] })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function JunctionName({ device, junctions }: { readonly device: string } & Pick<JunctionTableProps, 'junctions'>) {
  const t = useTexts('corridors')
  const junction = junctions?.get(device)
  if (!junction) return junctions ? t('unknownJunction') : '…'
  return (
    <Link to="/devices/$deviceId" params={{ deviceId: device }}>
      {junction.label}
    </Link>
  )
}
