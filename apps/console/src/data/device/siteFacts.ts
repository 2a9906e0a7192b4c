import { phaseNamesOf, parseSite, SITE_KEY, type SiteReading } from '@greenwave/contract/records/junctionSite'
import type { OwnLimits } from '@greenwave/controller/checks/ownLimits'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { ownLimits } from '@greenwave/coordination/calculators/ownLimits'

/** Engineers' notes on a junction, and the names and limits that follow from them. */
export interface SiteFacts extends SiteReading {
  readonly names: PhaseNames
  readonly limits: OwnLimits
}

/** Parses the notes of a junction from its server attributes. */
export function parseSiteFacts(server: TimedValues): SiteFacts {
  const reading = parseSite(server[SITE_KEY]?.value)
  return { ...reading, names: phaseNamesOf(reading.site), limits: ownLimits(reading.site) }
}
