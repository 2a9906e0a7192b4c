import { readSite, SITE_KEY, type SiteReading } from '@greenwave/contract/junctionSite'
import type { OwnLimits } from '@greenwave/controller/checks/ownLimits'
import { type PerPhase, perPhase } from '@greenwave/controller/limits'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { ownLimits } from '@greenwave/coordination/calculators/ownLimits'

/** What engineers noted of a junction, and what follows from it. */
export interface SiteFacts extends SiteReading {
  /** The names of the phases; undefined for one without a name. */
  readonly names: PerPhase<string | undefined>
  readonly limits: OwnLimits
}

/** Reads the notes of a junction from its server attributes. */
export function readSiteFacts(server: TimedValues): SiteFacts {
  const reading = readSite(server[SITE_KEY]?.value)
  const { site } = reading
  return { ...reading, names: perPhase((phase) => site.phases?.[phase]?.name), limits: ownLimits(site) }
}
