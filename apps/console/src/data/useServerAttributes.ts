import type { TimedValues } from '@greenwave/controller/timedValue'
import { useEffect, useState } from 'react'
import { topics } from './live.ts'

/**
 * Follows server attributes of an asset or a customer while the component is mounted; undefined until they have arrived.
 *
 * @param keys with commas between them; all if left out
 */
export function useServerAttributes(
  entityType: 'ASSET' | 'CUSTOMER',
  entityId: string | undefined,
  keys?: string,
): TimedValues | undefined {
  const [arrived, setArrived] = useState<{ readonly of: string; readonly samples: TimedValues | undefined }>()
  useEffect(() => {
    if (entityId === undefined) return
    const take = (samples: TimedValues | undefined) => setArrived({ of: entityId, samples })
    return topics.follow(
      { entityType, entityId, scope: 'SERVER_SCOPE', ...(keys !== undefined && { keys }) },
      { value: ({ samples }) => take(samples), over: () => take(undefined) },
    )
  }, [entityType, entityId, keys])
  return arrived && arrived.of === entityId ? arrived.samples : undefined
}
