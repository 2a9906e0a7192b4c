import { inspectedOn, notInspectedOn } from '@greenwave/contract/records/inspections'
import { JUNCTION_KEYS, parseMute } from '@greenwave/contract/records/watch'
import {
  isMuteOfWork,
  joinWorks,
  muteOfWork,
  parseWork,
  stateOf,
  stepAt,
  WORK_TYPE,
  Work,
  withEdit,
  writeWork,
} from '@greenwave/contract/records/works'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { EntityRef } from '@greenwave/contract/wire/ids'
import { isoDate } from '@greenwave/controller/isoTime'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callApi } from '../api.ts'
import { ApiError, InvalidScopeError, isVersionConflict } from '../apiErrors.ts'
import { errorText } from '../errorText.ts'
import { serverNowMs } from '../serverTime.ts'
import type { SessionState } from '../sessionStore.ts'
import { hasSameContent } from '../sharing.ts'
import { callCorridors } from './corridors.ts'
import { unmute } from './incidents.ts'
import { changeInspections } from './inspections.ts'
import { deletePhoto, passMissing } from './photos.ts'

export const WORKS_KEY = ['works'] as const
/** Most works that are listed, the newest. */
export const MOST_WORKS = 200

/** A work with its asset. */
export interface ListedWork {
  /** Name of its asset, which no other has. */
  readonly name: string
  /** Null for a new one that is not sent yet. */
  readonly assetId: string | null
  readonly work: Work
  /** Whether edits of it wait on this device. */
  readonly isUnsent: boolean
}

/** Reads the newest works that the user may see: all, or those of one junction. */
export function worksQuery(session: SessionState, junction: Pick<DeviceInfo, 'id' | 'name'> | undefined) {
  return queryOptions({
    queryKey: [...WORKS_KEY, junction?.id.id ?? 'all'],
    queryFn: async ({ signal }) => {
      const paging = { page: 0, pageSize: MOST_WORKS, sortProperty: 'createdTime', sortOrder: 'DESC' } as const
      const query = { ...paging, type: WORK_TYPE, ...(junction && { textSearch: junction.name }) }
      const { data, totalElements } = await fetchPage(session, query, signal)
      const works = data.flatMap((asset): readonly ListedWork[] => {
        const work = parseWork(asset)
        // A search by name also finds names that begin alike.
        if (!work || (junction && work.device !== junction.id.id)) return []
        return [{ name: asset.name, assetId: asset.id.id, work, isUnsent: false }]
      })
      return { works, hasMore: totalElements > data.length }
    },
  })
}

async function fetchPage(
  session: SessionState,
  query: { page: number; pageSize: number; type: string; textSearch?: string },
  signal: AbortSignal,
) {
  if (session.state !== 'signedIn') throw new InvalidScopeError()
  if (session.isTenantAdmin) return callCorridors('tenantAssets', { query, signal })
  return callCorridors('customerAssets', { params: { customerId: session.user.customerId }, query, signal })
}

export const WorkEdit = z.object({
  /** Name of its asset. */
  name: z.string(),
  /** Null for a work that the platform did not have when it was edited. */
  assetId: z.nullable(z.string()),
  /** The customer of its junction, and the name of it. */
  customerId: z.nullish(EntityRef),
  label: z.nullish(z.string()),
  /** Content before the edit; null for a new work. */
  base: z.nullable(Work),
  work: Work,
  /** E-mail address of the user. */
  by: z.string(),
  /** Whether it is joined with what other users changed meanwhile. */
  isOnTop: z.boolean(),
})
/** An edit of a work, as it is sent. */
export type WorkEdit = z.infer<typeof WorkEdit>

/** Returns an edit of a work of a device; without `listed` of a new one, with a name that no other has. */
export function newWorkEdit(listed: ListedWork | undefined, device: DeviceInfo, work: Work, by: string): WorkEdit {
  const unique = serverNowMs().toString(36) + Math.floor(Math.random() * 46_656).toString(36)
  return {
    // Found by the name of the device, which other platforms have, too.
    name: listed?.name ?? `${device.name} ${unique}`,
    ...{ assetId: listed?.assetId ?? null, customerId: device.customerId, label: device.name },
    ...{ base: listed?.work ?? null, work, by, isOnTop: false },
  }
}

/** Why an edit was not stored: another user changed the work (`stored` is what it is now), or deleted it. */
export class WorkConflictError extends ApiError {
  readonly stored: Work | undefined

  constructor(stored: Work | undefined, base: Work | null) {
    super(409, undefined, stored ? sentenceOf(stored, base) : 'Another user deleted this work meanwhile.')
    this.stored = stored
  }
}

/** Sentences are translated where they are shown, like the messages of the platform. */
function sentenceOf({ steps }: Work, base: Work | null): string {
  const by = steps.length > (base?.steps.length ?? 0) ? steps.at(-1)?.by : undefined
  return by
    ? `${by} changed the state of this work meanwhile. Nothing was overwritten.`
    : 'Another user changed this work meanwhile. Nothing was overwritten.'
}

/** Consequences of a work that the platform refused. */
const UNDONE = {
  mute: 'The work is saved, but the mute of its junction could not be changed: ',
  inspection: 'The work is saved, but the day of its inspection could not be noted: ',
} as const

/** The work is stored, but the platform refused what follows from it. */
export class IncompleteWorkError extends ApiError {
  override readonly cause: unknown

  constructor(undone: keyof typeof UNDONE, cause: unknown) {
    const reason = errorText(cause, cause instanceof Error ? cause.message : String(cause))
    const status = cause instanceof ApiError ? cause.status : 0
    super(status, undefined, UNDONE[undone] + reason)
    this.cause = cause
  }
}

/** How often an edit is read and written again when others write at the same time. */
const MOST_TRIES = 3

/**
 * Stores an edit once: `id` tells whether an earlier try without an answer was stored. Then mutes the junction while the work
 * is on site, unless it is muted already; the end of the work ends its own mute only, and is the day of its inspection.
 */
export async function sendWork(id: string, edit: WorkEdit, isTried: boolean): Promise<void> {
  const { assetId, work } = await store(id, edit, isTried, MOST_TRIES)
  await followUp('mute', () => muteFor(assetId, work, edit.by))
  const { day, name } = inspectionOf(work)
  if (day !== null)
    await followUp('inspection', () => changeInspections(work.device, (all) => inspectedOn(all, name, day)))
}

async function followUp(undone: keyof typeof UNDONE, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    throw new IncompleteWorkError(undone, error)
  }
}

/** Returns the inspection that a work did with its local day; the day is null for a work that did none. */
function inspectionOf(work: Work): { readonly name: string; readonly day: string | null } {
  const doneMs = work.kind === 'inspection' && work.inspection !== null ? stepAt(work, 'done') : null
  return { name: work.inspection ?? '', day: doneMs === null ? null : isoDate(doneMs) }
}

/** Content of a work before its first edit. */
const NOTHING = { reason: '', done: '', photos: [], steps: [] } satisfies Partial<Work>

async function store(
  id: string,
  edit: WorkEdit,
  isTried: boolean,
  tries: number,
): Promise<{ readonly assetId: string; readonly work: Work }> {
  const { name, base, label, customerId, isOnTop } = edit
  const asset = base === null && !isTried ? undefined : await findAsset(edit)
  const stored = asset && parseWork(asset)
  if (asset && stored?.edits.includes(id)) return { assetId: asset.id.id, work: stored }
  if (!stored && base !== null && !isOnTop) throw new WorkConflictError(undefined, base)
  const isAsKnown = !stored || (base !== null && hasSameContent(stored, base))
  if (!isAsKnown && !isOnTop) throw new WorkConflictError(stored, base)
  const before = base ?? { ...edit.work, ...NOTHING }
  const work = withEdit(isAsKnown ? edit.work : joinWorks(before, edit.work, stored), id)
  const fresh = { name, label, type: WORK_TYPE, customerId }
  try {
    const body = { ...(asset ?? fresh), additionalInfo: writeWork(asset?.additionalInfo, work) }
    const saved = await callCorridors('saveAsset', { body })
    return { assetId: saved.id.id, work }
  } catch (error) {
    if (!isVersionConflict(error) || tries <= 1) throw error
    return store(id, edit, true, tries - 1)
  }
}

async function findAsset({ assetId, name }: WorkEdit): Promise<AssetInfo | undefined> {
  if (assetId !== null) {
    try {
      return await callCorridors('assetInfo', { params: { assetId }, fresh: true })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      // It may have been sent anew under its name.
    }
  }
  const query = { page: 0, pageSize: MOST_WORKS, type: WORK_TYPE, textSearch: name } as const
  const { data } = await callCorridors('tenantAssets', { query, fresh: true })
  return data.find((asset) => asset.name === name)
}

/**
 * Deletes a work with its photos, but those that another work or the junction shows, and ends its mute; the inspection that
 * it did was done last by another work, or never. One that is deleted in part already is deleted completely.
 */
export const deleteWorkMutation = ({ name, work }: Pick<ListedWork, 'name' | 'work'>) =>
  mutationOptions({
    mutationFn: async (assetId: string) => {
      if (isMuteOfWork(await fetchMute(work.device).catch(passMissing), assetId)) await unmute(work.device)
      await callCorridors('deleteAsset', { params: { assetId } }).catch(passMissing)
      const others = await fetchOthers(name, work)
      const { name: inspection, day } = inspectionOf(work)
      if (day !== null) {
        const days = others.flatMap((other) => (other.inspection === inspection ? (inspectionOf(other).day ?? []) : []))
        await changeInspections(work.device, (all) => notInspectedOn(all, inspection, day, days))
      }
      const picture = await fetchValue(work.device, PICTURE_KEY).catch(passMissing)
      const isShown = (photo: string) => photo === picture || others.some(({ photos }) => photos.includes(photo))
      for (const photo of work.photos) if (!isShown(photo)) await deletePhoto(photo)
    },
    onSettled: (_done, _error, _id, _result, { client }) => client.invalidateQueries({ queryKey: WORKS_KEY }),
  })

/** Server attribute of a device with the address of its picture, as `IMAGE_KEY` of device pages. */
const PICTURE_KEY = 'image'

/** Returns the newest other works on the junction of a work. */
async function fetchOthers(name: string, { device }: Work): Promise<readonly Work[]> {
  // The name of a work begins with that of its device.
  const textSearch = name.slice(0, name.lastIndexOf(' '))
  const paging = { page: 0, pageSize: MOST_WORKS, sortProperty: 'createdTime', sortOrder: 'DESC' } as const
  const { data } = await callCorridors('tenantAssets', {
    query: { ...paging, type: WORK_TYPE, textSearch },
    fresh: true,
  })
  return data.flatMap((asset) => {
    const work = asset.name === name ? undefined : parseWork(asset)
    return work?.device === device ? work : []
  })
}

const serverScope = (device: string) => ({ entityType: 'DEVICE', entityId: device, scope: 'SERVER_SCOPE' }) as const

async function fetchValue(device: string, key: string): Promise<unknown> {
  const [attribute] = await callApi('attributes', { params: serverScope(device), query: { keys: key }, fresh: true })
  return attribute?.value
}

const fetchMute = async (device: string) => parseMute(await fetchValue(device, JUNCTION_KEYS.mute))

async function muteFor(assetId: string, work: Work, by: string): Promise<void> {
  const state = stateOf(work)
  if (state !== 'onSite' && state !== 'done') return
  const mute = await fetchMute(work.device)
  const isOwn = isMuteOfWork(mute, assetId)
  if (state === 'done') {
    if (isOwn) await unmute(work.device)
    return
  }
  const nowMs = serverNowMs()
  const wanted = muteOfWork(assetId, work, by)
  if ((mute && !isOwn && mute.until > nowMs) || wanted.until <= nowMs) return
  await callApi('saveAttributes', { params: serverScope(work.device), body: { [JUNCTION_KEYS.mute]: wanted } })
}
