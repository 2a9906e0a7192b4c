import { useNow } from '../../../data/useNow.ts'
import { type Zones, zonesAt } from '../model/zones.ts'

/** Summer time begins on the hour, milliseconds. */
const STEP_MS = 3_600_000

/** Returns the two zones that meet on a device's page now; null while both show the same time. */
export function useZones(): Zones | null {
  return zonesAt(useNow(STEP_MS))
}
