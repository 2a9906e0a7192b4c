import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { devicesQuery } from '../../../data/queries/devices.ts'
import type { useSession } from '../../../data/session.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusShape, type Tone } from '../../../ui/states/StatusTag.tsx'
import styles from './DeviceCounts.module.css'

/** Properties of `DeviceCounts`. */
export interface DeviceCountsProps {
  session: ReturnType<typeof useSession>
  /** The devices of the loaded page. */
  devices: readonly DeviceInfo[]
  /** Activity flags from live data, by device id. */
  live: ReadonlyMap<string, boolean>
}

/** Shows how many devices there are, active and inactive, over all pages. */
export function DeviceCounts({ session, devices, live }: DeviceCountsProps) {
  const t = useTexts('device', 'devices')
  const one = { page: 0, pageSize: 1 }
  const all = useQuery(devicesQuery(session, one))
  const active = useQuery(devicesQuery(session, { ...one, active: true }))

  // Reads the count again when a device on screen turns active or inactive. Changes of other devices show at the next
  // read.
  const turned = devices
    .filter(({ id, active }) => live.get(id.id) === !active)
    .map(({ id }) => id.id)
    .join()
  const { refetch } = active
  const counted = useRef('')
  useEffect(() => {
    if (counted.current === turned) return
    counted.current = turned
    void refetch()
  }, [turned, refetch])

  const total = all.data?.totalElements
  const activeCount = active.data?.totalElements
  const inactive = total !== undefined && activeCount !== undefined ? Math.max(0, total - activeCount) : undefined
  return (
    <dl className={styles.counts}>
      <Count label={t('totalDevices')} value={total} pending={all.isPending} />
      <Count label={t('activeDevices')} value={activeCount} pending={active.isPending} tone="ok" />
      <Count label={t('inactiveDevices')} value={inactive} pending={all.isPending || active.isPending} tone="bad" />
    </dl>
  )
}

function Count(props: { label: string; value: number | undefined; pending: boolean; tone?: Tone }) {
  return (
    <div className={styles.count}>
      <dt>
        {props.tone && (
          <span className={styles.shape} data-tone={props.tone}>
            <StatusShape tone={props.tone} />
          </span>
        )}
        {props.label}
      </dt>
      <dd aria-busy={props.pending}>{props.pending ? <Skeleton height={28} width={64} /> : (props.value ?? '–')}</dd>
    </div>
  )
}
