import type { DeviceInfo } from '@greenwave/contract/devices'
import { isAssigned } from '@greenwave/contract/ids'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../texts/useTexts.ts'
import list from '../../../ui/lists/ListTable.module.css'
import { type ListColumn, LongText } from '../../../ui/lists/ListTable.tsx'
import { RowActions } from '../../../ui/lists/RowActions.tsx'
import { dateText } from '../../../ui/page/dateText.ts'
import { DeviceStatus } from './DeviceStatus.tsx'

/** What a row offers to tenant administrators. */
type DeviceAction = 'edit' | 'assign' | 'unassign' | 'delete'

interface DeviceColumnsParts {
  /** Hears the activity flag of each row on screen, as it stands now. */
  onActive: (deviceId: string, active: boolean) => void
  /** Absent for who only watches: no Actions column then. */
  onAction: ((action: DeviceAction, device: DeviceInfo) => void) | undefined
}

/** Returns the columns of the device list, which is sorted by selectors. */
export function useDeviceColumns({ onActive, onAction }: DeviceColumnsParts) {
  const t = useTexts('devices')
  const columns: ListColumn<DeviceInfo, never>[] = [
    {
      label: t('name'),
      part: 'title',
      cell: (device) => (
        <Link className={list.rowLink} to="/devices/$deviceId" params={{ deviceId: device.id.id }}>
          <LongText>{device.name.trim() || t('blankName')}</LongText>
        </Link>
      ),
    },
    { label: t('type'), cell: (device) => <LongText>{device.type}</LongText> },
    {
      label: t('label'),
      cell: (device) => (device.label?.trim() ? <LongText>{device.label}</LongText> : <LongText muted>–</LongText>),
    },
    { label: t('status'), cell: (device) => <DeviceStatus device={device} onActive={onActive} /> },
    { label: t('createdTime'), cell: (device) => <span className={list.number}>{dateText(device.createdTime)}</span> },
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
  const t = useTexts('devices')
  const name = device.name
  // A title of null is what says "not assigned"; a platform that leaves it out is asked for the id.
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
