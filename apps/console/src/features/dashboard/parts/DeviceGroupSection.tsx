import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { markOf } from '../../../data/health.ts'
import { customerDevicesQuery } from '../../../data/queries/junctions.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useOnScreen } from '../../../ui/page/useOnScreen.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import type { DeviceGroup } from '../model/groupDevices.ts'
import type { Worst } from '../model/useTroubled.ts'
import styles from './DevicePanel.module.css'
import { DeviceRow } from './DeviceRow.tsx'

interface DeviceGroupSectionProps {
  readonly group: DeviceGroup
  /** The worst state in the group; null if nothing is wrong, or nothing is known. */
  readonly worst: Worst | null
  /** True if the customer may have more devices than those of the group. */
  readonly isPart: boolean
  readonly open: boolean
  readonly onToggle: () => void
  readonly selectedId: string | undefined
  readonly onSelect: (deviceId: string) => void
}

/**
 * Shows the devices of one customer under a heading that opens and closes. A closed group that contains the selected
 * device shows its label or name. The heading shows the worst state in the group and how many have it.
 */
export function DeviceGroupSection({
  group,
  worst,
  isPart,
  open,
  onToggle,
  selectedId,
  onSelect,
}: DeviceGroupSectionProps) {
  const t = useTexts('device', 'dashboard')
  const listId = useId()
  const selected = group.devices.find((device) => device.id.id === selectedId)
  const title = group.title ?? t('unknown')
  const inside = selected && !open ? selected.label?.trim() || selected.name : undefined
  return (
    <section className={styles.group}>
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={listId}
          data-selected={inside !== undefined || undefined}
          onClick={onToggle}
        >
          <span className={styles.arrow} aria-hidden>
            {open ? '▾' : '▸'}
          </span>
          <span className={styles.title}>
            <span className={styles.clamped} title={title}>
              {title}
            </span>
            {inside !== undefined && (
              <span className={`${styles.inside} ${styles.clamped}`} title={inside}>
                {inside}
              </span>
            )}
          </span>
          <span className={styles.ends}>
            {worst && <WorstState {...worst} />}
            {isPart ? <PartCount group={group} /> : <small className={styles.count}>{group.devices.length}</small>}
          </span>
        </button>
      </h3>
      <ul id={listId} hidden={!open}>
        {open &&
          group.devices.map((device) => (
            <DeviceRow key={device.id.id} device={device} selected={device.id.id === selectedId} onSelect={onSelect} />
          ))}
      </ul>
    </section>
  )
}

/** Shows how many devices of how many are listed; before the number is known, that there may be more. */
function PartCount({ group: { devices } }: Pick<DeviceGroupSectionProps, 'group'>) {
  const t = useTexts('device', 'dashboard')
  const place = useRef<HTMLElement>(null)
  const title = devices[0]?.customerTitle?.trim() ? devices[0].customerTitle : null
  const { data: total } = useQuery({ ...customerDevicesQuery(title), enabled: useOnScreen(place) })
  const shown = devices.length
  return (
    <small ref={place} className={styles.count}>
      {total === undefined ? t('shownOrMore', { shown }) : total > shown ? t('shownOf', { shown, total }) : shown}
    </small>
  )
}

function WorstState({ level, count }: Worst) {
  const t = useTexts('common', 'health')
  const mark = markOf(level)
  const words = t(`counts.${mark}`, { number: count })
  return (
    <span className={styles.worst} title={words}>
      <HealthMark mark={mark} />
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}
