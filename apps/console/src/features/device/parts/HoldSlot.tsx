import { useDevice } from '../../../data/device/useDevice.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../../ui/states/useLoadedQuietly.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { holdOf } from '../model/deviceView.ts'

const HoldLine = lazyPart(async () => (await import('./HoldLine.tsx')).HoldLine, 'device', 'settings')

/** Shows the hold of a junction, with the ways to extend and to end it. It is loaded with the first one. */
export function HoldSlot({ deviceId, onOpen }: { deviceId: string; onOpen: OpenDialog | undefined }) {
  const hold = useDevice(deviceId, holdOf)
  const isLoaded = useLoadedQuietly(HoldLine, hold !== null)
  return hold !== null && isLoaded && <HoldLine hold={hold} onOpen={onOpen} />
}
