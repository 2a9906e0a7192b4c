import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { againWhenBack, inBrowser, isTemporary } from '../againWhenBack.ts'
import type { DevicePart } from '../device/DeviceFeed.ts'
import type { DeviceState } from '../device/deviceState.ts'
import { useDevice } from '../device/useDevice.ts'
import { serverNowMs } from '../serverTime.ts'
import { historyFetches } from './historyFetches.ts'
import { RecentSeconds } from './RecentSeconds.ts'

const TELEMETRY: readonly DevicePart[] = ['telemetry']
const recentOf = ({ observed }: DeviceState) => observed.street?.recent

/**
 * Returns the last minutes of a junction, followed live; what could not be read is read again when the platform is back.
 * The component renders again when more is known.
 *
 * @param backMs how far back the first read goes, milliseconds; later values are ignored
 */
export function useRecentSeconds(deviceId: string, backMs?: number) {
  const [recent] = useState(() => new RecentSeconds(historyFetches(deviceId), serverNowMs))
  const [firstBackMs] = useState(backMs)
  const version = useSyncExternalStore(
    useCallback((listener) => recent.onChange(listener), [recent]),
    () => recent.version,
  )
  const samples = useDevice(deviceId, recentOf, TELEMETRY)
  useEffect(() => recent.attach(firstBackMs), [recent, firstBackMs])
  useEffect(() => {
    if (samples) recent.put(samples)
  }, [recent, samples])
  useEffect(
    () =>
      againWhenBack(
        {
          onChange: (listener) => recent.onChange(listener),
          hasFailed: () => recent.failures.some(isTemporary),
          retry: () => recent.retry(),
        },
        inBrowser,
      ),
    [recent],
  )
  return { recent, version, newestMs: samples?.at(-1)?.ts ?? 0 }
}
