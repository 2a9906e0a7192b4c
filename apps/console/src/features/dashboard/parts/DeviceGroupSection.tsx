import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { markOf } from '../../../data/health.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import type { DeviceGroup } from '../model/groupDevices.ts'
import type { Worst } from '../model/worstOf.ts'
import styles from './DevicePanel.module.css'
import { DeviceRow } from './DeviceRow.tsx'

interface DeviceGroupSectionProps {
  readonly group: DeviceGroup
  /** The worst state in the group; null if nothing is wrong, or nothing is known. */
  readonly worst: Worst | null
  readonly open: boolean
  readonly onToggle: () => void
  readonly selectedId: string | undefined
  readonly onSelect: (deviceId: string) => void
}

/**
 * Shows the devices of one customer under a heading that opens and closes. A closed group that contains the selected
 * device shows its label or name. The heading shows the worst state in the group and how many have it.
 */
export function DeviceGroupSection({ group, worst, open, onToggle, selectedId, onSelect }: DeviceGroupSectionProps) {
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
            <small className={styles.count}>{group.devices.length}</small>
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
