import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../../ui/states/useLoadedQuietly.ts'

const Receipt = lazyPart(async () => (await import('./Receipt.tsx')).Receipt, 'device', 'settings')

/** A change that is older is in the history alone, milliseconds. */
const RECENT_MS = 30 * 60_000

const changeOf = ({ change }: DeviceState) => change

/** Shows how far the last change of a device has come, if it was made lately. It is loaded with the first one. */
export function ReceiptSlot({ deviceId }: { readonly deviceId: string }) {
  const change = useDevice(deviceId, changeOf)
  const isRecent = change !== undefined && serverNowMs() - change.ts <= RECENT_MS
  const isLoaded = useLoadedQuietly(Receipt, isRecent)
  return isRecent && isLoaded && <Receipt deviceId={deviceId} record={change} />
}
