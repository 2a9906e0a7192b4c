/**
 * @file Notes on incidents that wait on this device, with their photos, until there is a connection. Each is sent once, in the order in which
 * they were written. Modes, settings and acknowledgements never wait.
 */
import * as z from 'zod/mini'
import { ApiError, isRefusal } from '../apiErrors.ts'
import { errorText } from '../errorText.ts'
import { callFleet } from '../fleetApi.ts'
import { UNSENT } from '../forgetAnswers.ts'
import { dataUrl, fileOf, findPhoto, uploadPhoto } from './photos.ts'
import { serverNowMs } from '../serverTime.ts'
import { whoIsSignedIn } from '../session.ts'
import { oneForAllTabs } from '../tabLock.ts'
import { WatchHolder } from '../watch.ts'

const Note = z.object({
  id: z.string(),
  /** Whose photos it has; null for a corridor, which has none. */
  deviceId: z.nullable(z.string()),
  alarmId: z.string(),
  /** Name of the junction or corridor, for the reader. */
  junction: z.string(),
  text: z.string(),
  /** Its photos, each as an address that holds all of it. */
  photos: z.array(z.string()),
  /** Epoch milliseconds. */
  writtenMs: z.number(),
  /** Place among the notes of this device: two can be of one millisecond, and a clock can be set back. */
  place: z.number(),
  /** Whether it was sent before without an answer: the platform may have it. */
  isTried: z.boolean(),
  /** Why the platform refused it for good; null while it waits. */
  refusal: z.nullable(z.string()),
})
/** A note that is not sent yet. */
export type UnsentNote = z.infer<typeof Note>

/** The most notes that wait, and the most photos of all of them: 16 MB. */
export const MOST_NOTES = 200
export const MOST_PHOTOS = 40
/** Translated where it is shown, like the messages of the platform. */
const TOO_MANY = `${MOST_NOTES} notes wait on this device. Find a connection first, so that they are sent.`
const TOO_MANY_PHOTOS = `${MOST_PHOTOS} photos wait on this device. Find a connection first, so that they are sent.`
/** Comments of an incident among which one that was sent before is looked for, the newest. */
const MOST_COMMENTS = 100

/** The notes of this user that are not sent yet, the oldest first. */
export const unsentNotes = new WatchHolder<readonly UnsentNote[]>([])

/**
 * Sends a note, after those that were written before it. Returns `waits` when there is no connection: the note is then kept
 * on this device. Rejects when the platform refuses it, which then is not kept, and when too many wait.
 */
export async function writeNote({
  photos,
  ...written
}: Pick<UnsentNote, 'deviceId' | 'alarmId' | 'junction' | 'text'> & {
  readonly photos: readonly File[]
}): Promise<'sent' | 'waits'> {
  const id = crypto.randomUUID()
  const note = {
    ...{ ...written, id, photos: await Promise.all(photos.map(dataUrl)) },
    ...{ place: 0, writtenMs: serverNowMs(), isTried: false, refusal: null },
  }
  // On plain http outside loopback a browser keeps nothing, and there is no console without a network either.
  if (!('caches' in globalThis)) {
    await send(note)
    return 'sent'
  }
  const before = await fetchUnsent()
  if (before.length >= MOST_NOTES) throw new ApiError(0, undefined, TOO_MANY)
  const waiting = before.reduce((sum, one) => sum + one.photos.length, photos.length)
  if (photos.length > 0 && waiting > MOST_PHOTOS) throw new ApiError(0, undefined, TOO_MANY_PHOTOS)
  await keep({ ...note, place: (before.at(-1)?.place ?? 0) + 1 })
  const refused = await sendUnsent()
  if (refused.has(id)) {
    await discardNote(note)
    throw refused.get(id)
  }
  return unsentNotes.state.some((left) => left.id === id) ? 'waits' : 'sent'
}

/** Sends what waits, as far as the platform answers. Returns the errors of notes that it refused just now, by their id. */
export function sendUnsent(): Promise<ReadonlyMap<string, unknown>> {
  return oneForAllTabs(async () => {
    const refused = new Map<string, unknown>()
    const owner = ownName()
    for (const note of await fetchUnsent()) {
      if (ownName() !== owner) break
      if (note.refusal !== null) continue
      try {
        if (!note.isTried || !(await isStored(note))) {
          await keep({ ...note, isTried: true })
          await send(note)
        }
        await remove(note)
      } catch (error) {
        // 401 is the end of the session: the note is sent in the next one.
        if (!(error instanceof ApiError) || !isRefusal(error) || error.status === 401) break
        refused.set(note.id, error)
        await keep({ ...note, isTried: true, refusal: errorText(error, error.message) })
      }
    }
    if (ownName() === owner) await fetchUnsent()
    return refused
  }, 'greenwave.notes')
}

/** Removes a note without sending it. */
export async function discardNote(note: UnsentNote): Promise<void> {
  await remove(note)
  await fetchUnsent()
}

/** Reads what waits of the user who is signed in, the oldest first. */
async function fetchUnsent(): Promise<readonly UnsentNote[]> {
  const cache = (await caches.has(ownName())) ? await ownCache() : undefined
  const texts = cache
    ? await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.text()))
    : []
  const notes = texts
    .flatMap((text) => z.safeParse(Note, JSON.parse(text ?? 'null')).data ?? [])
    .sort((a, b) => a.place - b.place)
  unsentNotes.set(notes)
  return notes
}

/** The id in the comment, and in the names of its photos, tells whether an earlier try without an answer was stored. */
async function send({ deviceId, alarmId, id, text, photos, isTried }: UnsentNote): Promise<void> {
  const links: string[] = []
  for (const [nth, photo] of photos.entries()) {
    const name = `${id}-${nth}.jpg`
    const kept = isTried ? await findPhoto(name) : undefined
    links.push(kept ?? (await uploadPhoto(deviceId ?? '', fileOf(photo, name))))
  }
  const comment = { text, ...(links.length > 0 && { photos: links }), note: id }
  await callFleet('saveAlarmComment', { params: { alarmId }, body: { comment } })
}

async function isStored({ alarmId, id }: UnsentNote): Promise<boolean> {
  const { data } = await callFleet('alarmComments', {
    params: { alarmId },
    query: { page: 0, pageSize: MOST_COMMENTS, sortProperty: 'createdTime', sortOrder: 'DESC' },
    fresh: true,
  })
  return data.some(({ comment }) => comment?.note === id)
}

/** Name of the store of the user who is signed in, so that nobody else sends or reads these notes. */
const ownName = () => UNSENT + whoIsSignedIn().id

const ownCache = (): Promise<Cache> => caches.open(ownName())

const keyOf = ({ id }: UnsentNote) => `/unsent/${id}`

async function keep(note: UnsentNote): Promise<void> {
  await (await ownCache()).put(keyOf(note), new Response(JSON.stringify(note)))
}

async function remove(note: UnsentNote): Promise<void> {
  await (await ownCache()).delete(keyOf(note))
}
