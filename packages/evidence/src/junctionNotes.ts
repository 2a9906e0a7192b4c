/** Notes of a junction on its platform, without which its history cannot be read. */
import type { CallApi } from '@greenwave/client/callTypes'
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { parsePhaseNames, SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { type ReplayDisplay, replayDisplay } from '@greenwave/observer/replay/recordedStyles'

/** Names of the phases, and what the displays show; undefined where each lamp counts every second. */
export interface JunctionNotes {
  readonly phaseNames: PhaseNames
  readonly displays: ReplayDisplay | undefined
}

/** Parses the notes from attributes of the server scope. `noted` returns undefined for one that is not there. */
export function parseJunctionNotes(noted: (key: string) => unknown): JunctionNotes {
  const site = noted(SITE_KEY)
  return { phaseNames: parsePhaseNames(site), displays: replayDisplay(site, noted(LEARNED_KEY)) }
}

/** Fetches the notes of a device. Rejects as the call does. */
export async function fetchJunctionNotes(
  call: CallApi<'attributes'>,
  deviceId: string,
  signal?: AbortSignal,
): Promise<JunctionNotes> {
  const params = { ...ofDevice(deviceId), scope: 'SERVER_SCOPE' }
  const query = { keys: `${SITE_KEY},${LEARNED_KEY}` }
  const values = await call('attributes', { params, query, ...(signal && { signal }) })
  return parseJunctionNotes((name) => values.find(({ key }) => key === name)?.value)
}
