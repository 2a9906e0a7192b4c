import { linkOfImage } from '@greenwave/contract/wire/imageLinks'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubCaches } from '../../test/stubCaches.ts'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { fileOf } from './photos.ts'
import { session, startSession } from '../session.ts'
import { discardNote, MOST_NOTES, MOST_PHOTOS, sendUnsent, unsentNotes, writeNote } from './unsentNotes.ts'

const ALARM = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const PATH = `/api/alarm/${ALARM}/comment`
const GONE = new TypeError('no network')
const ID = '7d1b0f20-8c1e-41f0-9a55-0f6a3c2b7e10'
const DEVICE = '087115cc-8c1e-41f0-9a55-0f6a3c2b7e10'
const note = (text: string, ...photos: readonly File[]) =>
  writeNote({ deviceId: DEVICE, alarmId: ALARM, junction: 'Lê Lợi', text, photos })
const texts = () => unsentNotes.state.map(({ text }) => text)

type Outcome = 'stored' | 'stored, but its answer is lost' | 'lost'

/** A platform that stores comments; `outcome` decides what becomes of each call. */
function startPlatform(outcome: (call: RecordedCall) => Outcome | Response = () => 'stored') {
  const stored: { readonly comment: Record<string, unknown> }[] = []
  const row = (comment: object, nth: number) => ({
    ...{
      id: { entityType: 'ALARM_COMMENT', id: ALARM },
      createdTime: nth,
      alarmId: { entityType: 'ALARM', id: ALARM },
    },
    ...{ type: 'OTHER', comment },
  })
  const answer = (call: RecordedCall) => {
    const becomes = outcome(call)
    if (becomes instanceof Response) return becomes
    if (becomes === 'lost') throw GONE
    const written = call.method === 'POST' && (call.body as (typeof stored)[number])
    if (written) stored.push(written)
    if (becomes === 'stored, but its answer is lost') throw GONE
    if (written) return row(written.comment, stored.length)
    const data = stored.map(({ comment }, nth) => row(comment, nth)).toReversed()
    return { data, totalElements: data.length, totalPages: 1, hasNext: false }
  }
  stubPlatform({ [`POST ${PATH}`]: answer, [`GET ${PATH}`]: answer })
  return { texts: () => stored.map(({ comment }) => comment.text) }
}

let stores: ReturnType<typeof stubCaches>
let stop: () => void
beforeEach(() => {
  stores = stubCaches()
  stop = startSession()
  signInForTest()
})
afterEach(() => {
  stop()
  session.signOut()
  unsentNotes.set([])
  vi.unstubAllGlobals()
})

describe('a note', () => {
  it('is sent at once while the platform answers, and nothing of it is kept', async () => {
    const platform = startPlatform()
    expect(await note('The pole leans')).toBe('sent')
    expect(platform.texts()).toEqual(['The pole leans'])
    expect(stores.entries()).toEqual([])
  })

  it('waits without a connection, and is sent once and in order with the others when there is one', async () => {
    const offline = startPlatform(() => 'lost')
    const written = Array.from({ length: 20 }, (_, nth) => `note ${nth}`)
    for (const text of written) expect(await note(text)).toBe('waits')
    expect(texts()).toEqual(written)
    expect(offline.texts()).toEqual([])
    const platform = startPlatform()
    expect(await note('the last')).toBe('sent')
    await sendUnsent()
    expect(platform.texts()).toEqual([...written, 'the last'])
    expect(texts()).toEqual([])
  })

  it('is stored once and in order, however often the connection breaks before or after the platform has it', async () => {
    const outcomes = fc.array(fc.constantFrom<Outcome>('stored', 'stored, but its answer is lost', 'lost'), {
      maxLength: 30,
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), outcomes, async (count, fates) => {
        const left = [...fates]
        const platform = startPlatform(() => left.shift() ?? 'stored')
        const written = Array.from({ length: count }, (_, nth) => `note ${nth}`)
        for (const text of written) await note(text)
        while (unsentNotes.state.length > 0) await sendUnsent()
        expect(platform.texts()).toEqual(written)
      }),
      { numRuns: 25 },
    )
  })

  it('that the platform refuses at once is not kept, and the reason is given', async () => {
    startPlatform(() => errorAnswer(404, 'Alarm is not found'))
    await expect(note('too late')).rejects.toThrow('Alarm is not found')
    expect(texts()).toEqual([])
  })

  it('that is refused after it waited stays with the reason until it is discarded, and the others are sent', async () => {
    startPlatform(() => 'lost')
    await note('first')
    await note('second')
    const platform = startPlatform(({ method, body }) =>
      method === 'POST' && JSON.stringify(body).includes('first') ? errorAnswer(404, 'Alarm is not found') : 'stored',
    )
    await sendUnsent()
    expect(platform.texts()).toEqual(['second'])
    expect(unsentNotes.state).toMatchObject([{ text: 'first', refusal: 'Alarm is not found' }])
    for (const refused of unsentNotes.state) await discardNote(refused)
    expect(texts()).toEqual([])
  })

  it('is refused while as many wait as a device keeps', async () => {
    startPlatform(() => 'lost')
    for (let nth = 0; nth < MOST_NOTES; nth += 1) await note(`note ${nth}`)
    await expect(note('one more')).rejects.toThrow(`${MOST_NOTES} notes wait on this device`)
  })
})

describe('photos of a note', () => {
  const photo = () => new File(['photo'], 'cabinet.jpg', { type: 'image/jpeg' })
  const name = `${ID}-0.jpg`
  const image = {
    ...{ id: { entityType: 'TB_RESOURCE', id: ALARM }, createdTime: 1, tenantId: { entityType: 'TENANT', id: ALARM } },
    ...{ title: DEVICE, resourceType: 'IMAGE', resourceKey: name, fileName: name, link: linkOfImage(name) },
  }

  it('are uploaded once, although the answer was lost, and before the note', async () => {
    vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce(ID)
    stubPlatform({ 'POST /api/image': GONE })
    expect(await note('The door is open', photo())).toBe('waits')
    const [kept = ''] = unsentNotes.state[0]?.photos ?? []
    expect(await fileOf(kept, name).text()).toBe('photo')
    const posted: unknown[] = []
    const { calls } = stubPlatform({
      [`GET ${linkOfImage(name)}/info`]: image,
      [`GET ${PATH}`]: { data: [], totalElements: 0, totalPages: 0, hasNext: false },
      [`POST ${PATH}`]: ({ body }: RecordedCall) => {
        posted.push(body)
        return { id: ALARM }
      },
    })
    await sendUnsent()
    expect(posted).toEqual([{ comment: { text: 'The door is open', photos: [image.link], note: ID } }])
    expect(calls.map(({ method, path }) => `${method} ${path}`)).not.toContain('POST /api/image')
  })

  it('are refused while as many wait as a device keeps, and notes without any still wait', async () => {
    stubPlatform({})
    for (let nth = 0; nth < MOST_PHOTOS; nth += 4) await note(`note ${nth}`, photo(), photo(), photo(), photo())
    await expect(note('one more', photo())).rejects.toThrow(`${MOST_PHOTOS} photos wait on this device`)
    expect(await note('without')).toBe('waits')
  })
})

describe('notes that wait', () => {
  beforeEach(async () => {
    startPlatform(() => 'lost')
    await note('mine')
  })

  it('are removed by signing out', async () => {
    session.signOut()
    await vi.waitFor(() => expect(stores.names()).toEqual([]))
  })

  it('are neither shown nor sent to another user, and removed', async () => {
    signInForTest({ userId: '11111111-8c1e-11f0-9a55-0f6a3c2b7e10' })
    const platform = startPlatform()
    await sendUnsent()
    expect(texts()).toEqual([])
    expect(platform.texts()).toEqual([])
    await vi.waitFor(() => expect(stores.names().filter((name) => name.includes('unsent'))).toEqual([]))
  })

  it('outlive a session that expires, and are sent in the next one', async () => {
    session.unauthorized('refused token')
    signInForTest()
    const platform = startPlatform()
    await sendUnsent()
    expect(platform.texts()).toEqual(['mine'])
  })
})
