import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lastChangesQuery } from '../../../data/queries/changeHistory.ts'
import { dateText } from '../../../shared/dateText.ts'
import { JunctionFilter } from '../../../shared/JunctionFilter.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { type ComparedSide, parseSide, writeSide } from '../model/compareAddress.ts'
import styles from './Compare.module.css'

interface SideChoiceProps {
  readonly label: string
  readonly side: ComparedSide | undefined
  readonly onChange: (side: string | undefined) => void
}

const LIVE = ['now', 'reported', 'observed'] as const

/** Chooses a junction, and what of it is compared: as it is now, or at one of its last changes. */
export function SideChoice({ label, side, onChange }: SideChoiceProps) {
  const t = useTexts('settings', 'changes')
  const last = useQuery({ ...lastChangesQuery(side?.deviceId ?? ''), enabled: side !== undefined })
  const chosen = side && writeSide(side)
  const points = (side ? (last.data ?? []) : []).flatMap(({ at }) => [
    {
      value: writeSide({ deviceId: side?.deviceId ?? '', point: { kind: 'after', atMs: at } }),
      label: t('points.after', { time: dateText(at) }),
    },
    {
      value: writeSide({ deviceId: side?.deviceId ?? '', point: { kind: 'before', atMs: at } }),
      label: t('points.before', { time: dateText(at) }),
    },
  ])
  const live = side
    ? LIVE.map((kind) => ({
        value: writeSide({ deviceId: side.deviceId, point: { kind } }),
        label: t(`points.${kind}`),
      }))
    : []
  const known = [...live, ...points]
  const own =
    side && 'atMs' in side.point && chosen && !known.some(({ value }) => value === chosen)
      ? [{ value: chosen, label: t(`points.${side.point.kind}`, { time: dateText(side.point.atMs) }) }]
      : []
  return (
    <fieldset className={styles.side} aria-label={label}>
      <JunctionFilter
        isNeeded
        junction={side?.deviceId}
        onChange={(deviceId) => onChange(deviceId && writeSide({ deviceId, point: { kind: 'now' } }))}
      />
      <NativeSelect
        label={t('what')}
        value={chosen ?? ''}
        disabled={!side}
        data={[...known, ...own]}
        onChange={({ currentTarget: { value } }) => onChange(parseSide(value) && value)}
      />
    </fieldset>
  )
}
