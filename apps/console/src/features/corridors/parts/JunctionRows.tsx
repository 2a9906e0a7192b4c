import { LINK_KMH, LINK_METRES } from '@greenwave/contract/records/corridors'
import type { Range } from '@greenwave/controller/controllerLimits'
import { DIRECTIONS, type Direction } from '@greenwave/coordination/corridor'
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { ReactNode } from 'react'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { type CorridorRow, type PlaceOf, rowPath, withMoved, withoutRow } from '../model/corridorRows.ts'
import styles from './Corridors.module.css'

interface JunctionRowsProps {
  readonly rows: readonly CorridorRow[]
  readonly isOneWay: boolean
  /** True for a green route: each junction has the one phase of the way. */
  readonly isRoute?: boolean
  readonly placeOf: PlaceOf
  readonly nameOf: (id: string) => string
  /** Returns the problem with a field by its path in the form. */
  readonly errorOf: (path: string) => ReactNode
  readonly disabled: boolean
  readonly onChange: (rows: readonly CorridorRow[]) => void
}

/** The junctions of a corridor in the outbound order, each with its phases and the way to it. */
export function JunctionRows(props: JunctionRowsProps) {
  const t = useTexts('corridors')
  const { rows } = props
  if (rows.length === 0) return <p className={styles.hint}>{t('noJunctions')}</p>
  return (
    <ol className={styles.rows} aria-label={t('junctions')}>
      {rows.map((row, index) => (
        <NamedPhases key={row.device} deviceId={row.device}>
          <Row {...props} row={row} index={index} />
        </NamedPhases>
      ))}
    </ol>
  )
}

interface RowProps extends JunctionRowsProps {
  readonly row: CorridorRow
  readonly index: number
}

function Row({ row, index, rows, isOneWay, isRoute = false, placeOf, nameOf, errorOf, disabled, onChange }: RowProps) {
  const t = useTexts('corridors')
  const r = useTexts('corridors', 'routes')
  const { inText } = usePhaseNames()
  const name = nameOf(row.device)
  const directions: readonly Direction[] = isOneWay ? ['outbound'] : DIRECTIONS
  const phaseLabel = (direction: Direction) => (isRoute ? r('phase') : t(`phase.${direction}`))
  const change = (part: Partial<CorridorRow>) => onChange(rows.with(index, { ...row, ...part }))
  const number = (
    label: string,
    value: string,
    field: 'distance' | Direction,
    { min, max }: Range,
    set: (text: string) => void,
  ) => (
    <TextInput
      label={label}
      aria-label={t('fieldOf', { field: label, name })}
      inputMode="decimal"
      autoComplete="off"
      placeholder={`${min}–${max}`}
      value={value}
      error={errorOf(rowPath(index, field))}
      disabled={disabled}
      data-path={rowPath(index, field)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
  return (
    <li className={styles.row}>
      <p className={styles.place}>
        <b className={styles.number}>{index + 1}</b>
        <span>{name}</span>
      </p>
      <div className={styles.values}>
        {index > 0 && number(t('distance'), row.distance, 'distance', LINK_METRES, (distance) => change({ distance }))}
        {index > 0 &&
          directions.map((direction) => (
            <div key={direction}>
              {number(
                isRoute ? r('speed') : t(`speed.${direction}`),
                row.speed[direction],
                direction,
                LINK_KMH,
                (speed) => change({ speed: { ...row.speed, [direction]: speed } }),
              )}
            </div>
          ))}
        {directions.map((direction) => (
          <NativeSelect
            key={direction}
            className={styles.phaseField ?? ''}
            label={phaseLabel(direction)}
            aria-label={t('fieldOf', { field: phaseLabel(direction), name })}
            value={row.phase[direction]}
            disabled={disabled}
            data={[
              ...(isRoute ? [] : [{ value: '', label: t('noPhaseHere') }]),
              ...PHASE_VALUES.map((phase) => ({
                value: phase,
                label: t('phaseNumber', { phase: inText(Number(phase)) }),
              })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              change({ phase: { ...row.phase, [direction]: PHASE_VALUES.find((phase) => phase === value) ?? '' } })
            }
          />
        ))}
      </div>
      <div className={styles.rowActions}>
        <ActionIcon
          size="lg"
          aria-label={t('moveUp', { name })}
          title={t('moveUp', { name })}
          disabled={disabled || index === 0}
          onClick={() => onChange(withMoved(rows, index, index - 1, placeOf))}
        >
          <IconArrowUp size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          size="lg"
          aria-label={t('moveDown', { name })}
          title={t('moveDown', { name })}
          disabled={disabled || index === rows.length - 1}
          onClick={() => onChange(withMoved(rows, index, index + 1, placeOf))}
        >
          <IconArrowDown size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          size="lg"
          color="bad"
          aria-label={t('remove', { name })}
          title={t('remove', { name })}
          disabled={disabled}
          onClick={() => onChange(withoutRow(rows, index, placeOf))}
        >
          <IconTrash size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  )
}

const PHASE_VALUES = ['1', '2', '3'] as const
