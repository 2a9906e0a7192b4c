import { settingsAmong } from '@greenwave/changes/attributeSets'
import { observedSettings } from '@greenwave/changes/compare'
import { settingsAfter } from '@greenwave/changes/historyEntry'
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { plainValues } from '@greenwave/observer/inEffect'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { DevicePart } from '../../../data/device/DeviceFeed.ts'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { changeAtQuery } from '../../../data/queries/changeHistory.ts'
import { deviceInfoQuery } from '../../../data/queries/devices.ts'
import type { ComparedPoint, ComparedSide } from '../model/compareAddress.ts'

/** Settings of one side of a comparison. */
export interface SideSettings {
  /** The label of the device, or its name; empty until it is known. */
  readonly title: string
  /** Null until they are known. */
  readonly settings: AttributeSet | null
  /** The change of the point, if it is one and was found. */
  readonly change: ChangeRecord | undefined
  /** Whether the change of the point was looked for in vain. */
  readonly isMissing: boolean
  readonly error: unknown
}

const LIVE: readonly DevicePart[] = ['telemetry', 'attributes']
const NOTHING: readonly DevicePart[] = []

/** Reads or follows the settings of one side. */
export function useComparedSide(side: ComparedSide | undefined): SideSettings {
  const point = side?.point
  const atMs = point && 'atMs' in point ? point.atMs : undefined
  const info = useQuery({ ...deviceInfoQuery(side?.deviceId ?? ''), enabled: side !== undefined })
  const change = useQuery({
    ...changeAtQuery(side?.deviceId ?? '', atMs ?? 0),
    enabled: side !== undefined && atMs !== undefined,
  })
  const kind = point?.kind
  const select = useCallback((device: DeviceState) => liveSettings(device, kind), [kind])
  const live = useDevice(side?.deviceId ?? '', select, side && atMs === undefined ? LIVE : NOTHING)
  const record = change.data ?? undefined
  return {
    title: info.data ? info.data.label?.trim() || info.data.name : '',
    settings: record ? (kind === 'before' ? record.before : settingsAfter(record)) : live,
    change: record,
    isMissing: change.data === null,
    error: info.error ?? change.error,
  }
}

function liveSettings(device: DeviceState, kind: ComparedPoint['kind'] | undefined): AttributeSet | null {
  const { shared, client, observed } = device
  switch (kind) {
    case 'now':
      return shared ? settingsAmong(plainValues(shared)) : null
    case 'reported':
      return client ? settingsAmong(plainValues(client)) : null
    case 'observed':
      return observedSettings(observed)
    default:
      return null
  }
}
