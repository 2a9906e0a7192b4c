/**
 * @file Notes on incidents and edits of works that wait on this device, with their photos, until there is a connection. Each is
 * sent once, in the order in which they were written. Modes, settings and acknowledgements never wait.
 */
import { withEdit } from '@greenwave/contract/records/works'
import { linkOfImage } from '@greenwave/contract/wire/imageLinks'
import * as z from 'zod/mini'
import { ApiError, isRefusal } from '../apiErrors.ts'
import { errorText } from '../errorText.ts'
import { callFleet } from '../fleetApi.ts'
import { UNSENT } from '../forgetAnswers.ts'
import { dataUrl, fileOf, findPhoto, uploadPhoto, waitingPhotos } from './photos.ts'
import { serverNowMs } from '../serverTime.ts'
import { whoIsSignedIn } from '../session.ts'
import { oneForAllTabs } from '../tabLock.ts'
import { WatchHolder } from '../watch.ts'
import { type ListedWork, IncompleteWorkError, sendWork, WorkConflictError, WorkEdit } from './works.ts'

const Unsent = z.object({
  id: z.string(),
  /** Whose photos it has; null for a corridor, which has none. */
  deviceId: z.nullable(z.string()),
  /** The incident of a note; null for a work. */
  alarmId: z.nullable(z.string()),
  /** Name of the junction or corridor, for the reader. */
  junction: z.string(),
  text: z.string(),
  /** New photos, each as an address that holds all of it. */
  photos: z.array(z.string()),
  /** The edit of a work; left out for a note. */
  work: z.optional(WorkEdit),
  /** Epoch milliseconds. */
  writtenMs: z.number(),
  /** Place among the entries of this device: two can be of one millisecond, and a clock can be set back. */
  place: z.number(),
  /** Whether it was sent before without an answer: the platform may have it. */
  isTried: z.boolean(),
  /** Why the platform refused it for good; null while it waits. */
  refusal: z.nullable(z.string()),
  /** Kind of refusal of an edit of a work. */
  conflict: z.optional(z.enum(['changed', 'deleted', 'incomplete'])),
})
/** A note or an edit of a work that is not sent yet. */
export type Unsent = z.infer<typeof Unsent>

/** The most entries that wait, and the most photos of all of them: 16 MB. */
export const MOST_UNSENT = 200
export const MOST_PHOTOS = 40
/** Translated where it is shown, like the messages of the platform. */
const TOO_MANY = `${MOST_UNSENT} entries wait on this device. Find a connection first, so that they are sent.`
const TOO_MANY_PHOTOS = `${MOST_PHOTOS} photos wait on this device. Find a connection first, so that they are sent.`
/** Comments of an incident among which one that was sent before is looked for, the newest. */
const MOST_COMMENTS = 100

/** Entries of this user that are not sent yet, the oldest first. */
export const unsent = new WatchHolder<readonly Unsent[]>([])

/** Sends a note, after what was written before it. Returns and rejects as `write` does. */
export function writeNote({
  photos,
  ...written
}: Pick<Unsent, 'deviceId' | 'alarmId' | 'junction' | 'text'> & {
  readonly photos: readonly File[]
}): Promise<'sent' | 'waits'> {
  return write({ ...written, id: crypto.randomUUID() }, photos)
}

/**
 * Sends an edit of a work, after what was written before it; new photos are added to its own. Returns and rejects as `write`
 * does, and returns `IncompleteWorkError` when the platform stored the work, but refused what follows from it.
 */
export async function writeWork({
  photos,
  text,
  edit,
}: {
  readonly photos: readonly File[]
  /** The edit in a few words. */
  readonly text: string
  readonly edit: WorkEdit
}): Promise<'sent' | 'waits' | IncompleteWorkError> {
  const id = crypto.randomUUID()
  const links = photos.map((_photo, nth) => linkOfImage(nameOfPhoto(id, nth)))
  const work = { ...edit.work, photos: [...edit.work.photos, ...links] }
  const written = { deviceId: work.device, alarmId: null, junction: work.junction, text }
  return write({ ...written, id, work: { ...edit, work: withEdit(work, id) } }, photos).catch((error: unknown) => {
    if (error instanceof IncompleteWorkError) return error
    throw error
  })
}

/**
 * Sends an entry, after those that were written before it. Returns `waits` when there is no connection: the entry is then
 * kept on this device. Rejects when the platform refuses it, which then is not kept, and when too many wait.
 */
async function write(
  written: Pick<Unsent, 'id' | 'deviceId' | 'alarmId' | 'junction' | 'text' | 'work'>,
  photos: readonly File[],
): Promise<'sent' | 'waits'> {
  const entry = {
    ...{ ...written, photos: await Promise.all(photos.map(dataUrl)) },
    ...{ place: 0, writtenMs: serverNowMs(), isTried: false, refusal: null },
  }
  // On plain http outside loopback a browser keeps nothing, and there is no console without a network either.
  if (!('caches' in globalThis)) {
    await send(entry)
    return 'sent'
  }
  const before = await fetchUnsent()
  if (before.length >= MOST_UNSENT) throw new ApiError(0, undefined, TOO_MANY)
  const waiting = before.reduce((sum, one) => sum + one.photos.length, photos.length)
  if (photos.length > 0 && waiting > MOST_PHOTOS) throw new ApiError(0, undefined, TOO_MANY_PHOTOS)
  await keep({ ...entry, place: (before.at(-1)?.place ?? 0) + 1 })
  const refused = await sendUnsent()
  if (refused.has(entry.id)) {
    await discardUnsent(entry)
    throw refused.get(entry.id)
  }
  return unsent.state.some((left) => left.id === entry.id) ? 'waits' : 'sent'
}

/** Sends what waits, as far as the platform answers. Returns the errors of entries that it refused just now, by their id. */
export function sendUnsent(): Promise<ReadonlyMap<string, unknown>> {
  return oneForAllTabs(async () => {
    const refused = new Map<string, unknown>()
    const owner = ownName()
    for (const entry of await fetchUnsent()) {
      if (ownName() !== owner) break
      if (entry.refusal !== null) continue
      try {
        if (!entry.isTried) await keep({ ...entry, isTried: true })
        await send(entry)
        await remove(entry)
      } catch (error) {
        // What follows from a work and got no answer is tried again with it; the work is found then.
        const cause = error instanceof IncompleteWorkError ? error.cause : error
        // 401 is the end of the session: the entry is sent in the next one.
        if (!(error instanceof ApiError) || !isRefusal(cause) || error.status === 401) break
        refused.set(entry.id, error)
        await keep({ ...entry, isTried: true, refusal: errorText(error, error.message), ...conflictOf(error) })
      }
    }
    if (ownName() === owner) await fetchUnsent()
    return refused
  }, 'greenwave.notes')
}

function conflictOf(error: ApiError): Pick<Unsent, 'conflict'> {
  if (error instanceof IncompleteWorkError) return { conflict: 'incomplete' }
  return error instanceof WorkConflictError ? { conflict: error.stored ? 'changed' : 'deleted' } : {}
}

/** Sends a refused edit of a work again, joined with what others changed, or as a new work. */
export async function sendOnTop(entry: Unsent): Promise<void> {
  const { conflict: _known, ...left } = entry
  if (entry.work) await keep({ ...left, refusal: null, work: { ...entry.work, isOnTop: true } })
  await sendUnsent()
}

/** Removes an entry without sending it. */
export async function discardUnsent(entry: Pick<Unsent, 'id'>): Promise<void> {
  await remove(entry)
  await fetchUnsent()
}

/** Returns works with the edits that wait on this device; new ones come first. */
export function withUnsent(
  listed: readonly ListedWork[],
  waiting: readonly Unsent[],
  deviceId: string | undefined,
): readonly ListedWork[] {
  const works = new Map(listed.map((one) => [one.name, one]))
  const fresh = new Map<string, ListedWork>()
  for (const { work: edit, refusal } of waiting) {
    if (!edit || refusal !== null || (deviceId !== undefined && edit.work.device !== deviceId)) continue
    const known = works.get(edit.name)
    const one = { name: edit.name, assetId: known?.assetId ?? edit.assetId, work: edit.work, isUnsent: true }
    ;(known ? works : fresh).set(edit.name, one)
  }
  return [...fresh.values(), ...works.values()]
}

/** Reads what waits of the user who is signed in, the oldest first. */
async function fetchUnsent(): Promise<readonly Unsent[]> {
  const cache = (await caches.has(ownName())) ? await ownCache() : undefined
  const texts = cache
    ? await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.text()))
    : []
  const entries = texts
    .flatMap((text) => z.safeParse(Unsent, JSON.parse(text ?? 'null')).data ?? [])
    .sort((a, b) => a.place - b.place)
  waitingPhotos.clear()
  for (const { id, photos } of entries)
    for (const [nth, photo] of photos.entries()) waitingPhotos.set(linkOfImage(nameOfPhoto(id, nth)), photo)
  unsent.set(entries)
  return entries
}

async function send(entry: Unsent): Promise<void> {
  // The photos of a work that is stored are, too, and are found.
  if (entry.work) {
    await uploadAll(entry)
    return sendWork(entry.id, entry.work, entry.isTried)
  }
  if (entry.isTried && (await isStored(entry))) return
  const links = await uploadAll(entry)
  const comment = { text: entry.text, ...(links.length > 0 && { photos: links }), note: entry.id }
  await callFleet('saveAlarmComment', { params: { alarmId: entry.alarmId ?? '' }, body: { comment } })
}

/** The id of the entry in the names of its photos tells whether an earlier try without an answer was stored. */
async function uploadAll({ deviceId, id, photos, isTried }: Unsent): Promise<readonly string[]> {
  const links: string[] = []
  for (const [nth, photo] of photos.entries()) {
    const name = nameOfPhoto(id, nth)
    const kept = isTried ? await findPhoto(name) : undefined
    links.push(kept ?? (await uploadPhoto(deviceId ?? '', fileOf(photo, name))))
  }
  return links
}

const nameOfPhoto = (id: string, nth: number) => `${id}-${nth}.jpg`

async function isStored({ alarmId, id }: Unsent): Promise<boolean> {
  const { data } = await callFleet('alarmComments', {
    params: { alarmId: alarmId ?? '' },
    query: { page: 0, pageSize: MOST_COMMENTS, sortProperty: 'createdTime', sortOrder: 'DESC' },
    fresh: true,
  })
  return data.some(({ comment }) => comment?.note === id)
}

/** Name of the store of the user who is signed in, so that nobody else sends or reads these entries. */
const ownName = () => UNSENT + whoIsSignedIn().id

const ownCache = (): Promise<Cache> => caches.open(ownName())

const keyOf = ({ id }: Pick<Unsent, 'id'>) => `/unsent/${id}`

async function keep(entry: Unsent): Promise<void> {
  await (await ownCache()).put(keyOf(entry), new Response(JSON.stringify(entry)))
}

async function remove(entry: Pick<Unsent, 'id'>): Promise<void> {
  await (await ownCache()).delete(keyOf(entry))
}
