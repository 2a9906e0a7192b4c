import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { parsePhaseNames, SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { ofPhase, type PerPhase, perPhase } from '@greenwave/controller/controllerLimits'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { mayHide } from '@greenwave/observer/phaseReading'
import { parseLearnedStyles, parseSetStyles } from '@greenwave/observer/replay/recordedStyles'
import { queryOptions } from '@tanstack/react-query'
import { callFleet } from '../fleetApi.ts'

/** Most junctions in one query. */
const MOST = 100
/** Notes hardly ever change, milliseconds. */
const FRESH_MS = 300_000

/** Notes of a junction that lists show. */
export interface SiteNotes {
  readonly names: PhaseNames
  /** Whether each phase may show nothing although a lamp of it is lit, by its displays. */
  readonly hides: PerPhase<boolean>
}

const NO_NOTES: SiteNotes = { names: [], hides: [false, false, false] }

/**
 * Reads the notes of a junction, for components that do not follow its device. All rows of a list that read at the same
 * time are served by one call.
 */
export function siteNotesQuery(deviceId: string) {
  return queryOptions({
    queryKey: ['siteNotes', deviceId],
    queryFn: async () => (await requested(deviceId)).get(deviceId) ?? NO_NOTES,
    staleTime: FRESH_MS,
    // Without them, phases have their numbers, and no lamp is hidden.
    retry: false,
  })
}

interface Batch {
  readonly ids: Set<string>
  readonly answer: Promise<ReadonlyMap<string, SiteNotes>>
}

/** The junctions that the next call asks about; undefined once it is made. */
let next: Batch | undefined

function requested(deviceId: string): Batch['answer'] {
  if (!next || next.ids.size >= MOST) {
    const ids = new Set<string>()
    const batch: Batch = {
      ids,
      answer: Promise.resolve().then(() => {
        if (next === batch) next = undefined
        return fetchNotes([...ids])
      }),
    }
    next = batch
  }
  next.ids.add(deviceId)
  return next.answer
}

async function fetchNotes(ids: readonly string[]): Promise<ReadonlyMap<string, SiteNotes>> {
  const { data } = await callFleet('findEntities', {
    body: {
      entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: [...ids] },
      pageLink: { page: 0, pageSize: MOST },
      latestValues: [SITE_KEY, LEARNED_KEY].map((key) => ({ type: 'SERVER_ATTRIBUTE' as const, key })),
    },
  })
  return new Map(
    data.map(({ entityId, latest: { SERVER_ATTRIBUTE: { [SITE_KEY]: site, [LEARNED_KEY]: learned } = {} } }) => [
      entityId.id,
      notesOf(site?.value, learned?.value),
    ]),
  )
}

function notesOf(site: unknown, learned: unknown): SiteNotes {
  const [set, seen] = [parseSetStyles(site).display, parseLearnedStyles(learned).display]
  const hides = perPhase((phase) => {
    const [own, other] = [ofPhase(set, phase), ofPhase(seen, phase)]
    const style = (colour: keyof typeof own) => own[colour] ?? other[colour]
    return mayHide({ red: style('red'), yellow: style('yellow'), green: style('green') })
  })
  return { names: parsePhaseNames(site), hides }
}
