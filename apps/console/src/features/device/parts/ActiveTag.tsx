import type { DeviceInfo } from '@greenwave/contract/devices'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'

const activeOf = ({ server, connectivity }: DeviceState) => server && connectivity.active

/**
 * Shows the platform's activity flag as a badge: Active green, Inactive red; while live data is lost, the last known
 * flag in a neutral colour. The flag of the list is shown until the server attributes have arrived.
 */
export function ActiveTag({ info }: { info: DeviceInfo }) {
  const t = useTexts('device')
  const lost = useLiveLost()
  const active = useDevice(info.id.id, activeOf) ?? info.active
  const words = t(active ? 'info.active' : 'info.inactive')
  if (lost) return <StatusTag tone="mute">{`${words} · ${t('signals.lastKnown')}`}</StatusTag>
  return <StatusTag tone={active ? 'ok' : 'bad'}>{words}</StatusTag>
}
