import { useNow } from '../../../data/useNow.ts'
import { type Zones, zonesAt } from '../model/zones.ts'

/** How often the zones are looked up again, milliseconds. Summer time begins on the hour. */
const STEP_MS = 3_600_000

/** Returns the two zones of the times on a device's page; null while both show the same time. */
export function useZones(): Zones | null {
  return zonesAt(useNow(STEP_MS))
}
