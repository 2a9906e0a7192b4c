import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { isAssigned } from '@greenwave/contract/wire/ids'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import list from '../../../ui/lists/ListTable.module.css'
import { type ListColumn, LongText } from '../../../ui/lists/ListTable.tsx'
import { RowActions } from '../../../ui/lists/RowActions.tsx'
import { ChooseDevice } from './ChooseDevice.tsx'
import { DeviceHealth } from './DeviceHealth.tsx'
import { DeviceStatus } from './DeviceStatus.tsx'

/** The actions that a row offers to tenant administrators. */
type DeviceAction = 'edit' | 'assign' | 'unassign' | 'delete'

interface DeviceColumnsParts {
  /** Called with the live activity flag of each row on screen. */
  onActive: (deviceId: string, active: boolean) => void
  /** Undefined for users who may not change devices; the list then has no Actions column. */
  onAction: ((action: DeviceAction, device: DeviceInfo) => void) | undefined
  /** The ids of the devices on the page, in their order. */
  readonly among: readonly string[]
}

/** Returns the columns of the device list, which is sorted by the selectors above it and by the head of Health. */
export function useDeviceColumns({ onActive, onAction, among }: DeviceColumnsParts) {
  const t = useTexts('device', 'devices')
  const lastChosen = useRef<string>(null)
  const columns: ListColumn<DeviceInfo, 'health'>[] = [
    {
      label: t('name'),
      part: 'title',
      cell: (device) => {
        const name = device.name.trim() || t('blankName')
        const link = (
          <Link className={list.rowLink} to="/devices/$deviceId" params={{ deviceId: device.id.id }}>
            <LongText>{name}</LongText>
          </Link>
        )
        if (!onAction) return link
        return (
          <ChooseDevice deviceId={device.id.id} name={name} among={among} lastRef={lastChosen}>
            {link}
          </ChooseDevice>
        )
      },
    },
    { label: t('type'), cell: (device) => <LongText>{device.type}</LongText> },
    {
      label: t('label'),
      cell: (device) => (device.label?.trim() ? <LongText>{device.label}</LongText> : <LongText muted>–</LongText>),
    },
    { label: t('status'), cell: (device) => <DeviceStatus device={device} onActive={onActive} /> },
    { label: t('createdTime'), cell: (device) => <span className={list.number}>{dateText(device.createdTime)}</span> },
    // Customer users have nothing that sorts [spec 6 customer user].
    {
      label: t('health'),
      ...(onAction && { sortBy: 'health' as const }),
      cell: (device) => <DeviceHealth device={device} />,
    },
  ]
  if (onAction)
    columns.push({
      label: t('actions'),
      part: 'actions',
      cell: (device) => <DeviceActions device={device} onAction={(action) => onAction(action, device)} />,
    })
  return columns
}

function DeviceActions({ device, onAction }: { device: DeviceInfo; onAction: (action: DeviceAction) => void }) {
  const t = useTexts('device', 'devices')
  const name = device.name
  // A title of null means "not assigned". A title that the platform left out reads as null too, so the customer's id
  // decides then.
  const assigned = device.customerTitle !== null || isAssigned(device.customerId)
  const change = assigned
    ? ({ action: 'unassign', word: t('unassignWord'), label: t('unassign', { name }) } as const)
    : ({ action: 'assign', word: t('assignWord'), label: t('assign', { name }) } as const)
  return (
    <RowActions
      actions={[
        { action: 'edit', label: t('edit', { name }), icon: IconPencil },
        change,
        { action: 'delete', label: t('delete', { name }), icon: IconTrash, danger: true },
      ]}
      onAction={onAction}
    />
  )
}
