/** @file What waits without a connection. Long: notes, photos and works wait in one queue, and are sent in one order. */
import type { Inspection } from '@greenwave/contract/records/inspections'
import { stateOf, type Work, type WorkState } from '@greenwave/contract/records/works'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { linkOfImage } from '@greenwave/contract/wire/imageLinks'
import { isoDate } from '@greenwave/controller/isoTime'
import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubCaches } from '../../test/stubCaches.ts'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { NetworkError } from '../apiErrors.ts'
import { fileOf } from './photos.ts'
import { session, startSession } from '../session.ts'
import {
  discardUnsent,
  MOST_PHOTOS,
  MOST_UNSENT,
  sendOnTop,
  sendUnsent,
  unsent,
  withUnsent,
  writeNote,
  writeWork,
} from './unsent.ts'
import { deleteWorkMutation, type ListedWork, newWorkEdit, IncompleteWorkError } from './works.ts'

const ALARM = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const PATH = `/api/alarm/${ALARM}/comment`
const GONE = new TypeError('no network')
const ID = '7d1b0f20-8c1e-41f0-9a55-0f6a3c2b7e10'
const DEVICE = '087115cc-8c1e-41f0-9a55-0f6a3c2b7e10'
const note = (text: string, ...photos: readonly File[]) =>
  writeNote({ deviceId: DEVICE, alarmId: ALARM, junction: 'Lê Lợi', text, photos })
const texts = () => unsent.state.map(({ text }) => text)

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
  unsent.set([])
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
        while (unsent.state.length > 0) await sendUnsent()
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
    expect(unsent.state).toMatchObject([{ text: 'first', refusal: 'Alarm is not found' }])
    for (const refused of unsent.state) await discardUnsent(refused)
    expect(texts()).toEqual([])
  })

  it('is refused while as many wait as a device keeps', async () => {
    startPlatform(() => 'lost')
    for (let nth = 0; nth < MOST_UNSENT; nth += 1) await note(`note ${nth}`)
    await expect(note('one more')).rejects.toThrow(`${MOST_UNSENT} entries wait on this device`)
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
    const [kept = ''] = unsent.state[0]?.photos ?? []
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

const step = (state: WorkState, by = 'a@city.vn'): Work['steps'][number] => ({ state, at: Date.now(), by })
const work = (more: Partial<Work> = {}): Work => ({
  ...{
    device: DEVICE,
    junction: 'Lê Lợi',
    kind: 'repair',
    who: '',
    reason: 'Red lamp out',
    done: '',
    inspection: null,
  },
  ...{ photos: [], planned: null, back: null, steps: [step('reported')], edits: [] },
  ...more,
})

interface StoredAsset {
  readonly id: { readonly entityType: 'ASSET'; readonly id: string }
  readonly name: string
  readonly version: number
  readonly additionalInfo: { readonly gw: Work }
}

/** A platform that stores assets with their versions, and the mute and the inspections of the junction. */
function startWorks(outcome: (call: RecordedCall) => Outcome | Response = () => 'stored') {
  const assets = new Map<string, StoredAsset>()
  const mutes: unknown[] = []
  const values: { gw_inspections?: readonly Inspection[]; gw_inspection_due?: number; image?: string } = {}
  const photos = new Set<string>()
  let saves = 0
  const row = (asset: StoredAsset) => ({
    ...{
      createdTime: 1,
      tenantId: { entityType: 'TENANT', id: ALARM },
      customerId: { entityType: 'CUSTOMER', id: ALARM },
    },
    ...{ type: 'work', label: null, assetProfileId: { entityType: 'ASSET_PROFILE', id: ALARM } },
    ...{ customerTitle: null, customerIsPublic: false, assetProfileName: 'work' },
    ...asset,
  })
  const save = (body: Partial<StoredAsset> & Pick<StoredAsset, 'name' | 'additionalInfo'>) => {
    const known = body.id && assets.get(body.id.id)
    if (body.id && known?.version !== body.version) return errorAnswer(409, 'Asset was already changed by someone else')
    if (!body.id && [...assets.values()].some(({ name }) => name === body.name))
      return errorAnswer(400, 'Asset with such name already exists!', 31)
    const id = body.id?.id ?? `0000000${assets.size}-8c1e-41f0-9a55-0f6a3c2b7e10`
    const asset = { id: { entityType: 'ASSET' as const, id }, name: body.name, version: (known?.version ?? 0) + 1 }
    assets.set(id, { ...asset, additionalInfo: body.additionalInfo })
    saves += 1
    return row({ ...asset, additionalInfo: body.additionalInfo })
  }
  const within = (answer: (call: RecordedCall) => unknown) => (call: RecordedCall) => {
    const becomes = outcome(call)
    if (becomes instanceof Response) return becomes
    if (becomes === 'lost') throw GONE
    const answered = answer(call)
    if (becomes === 'stored, but its answer is lost') throw GONE
    return answered
  }
  const readOne = ({ path }: RecordedCall) => {
    const asset = assets.get(path.split('/').at(-1) ?? '')
    return asset ? row(asset) : errorAnswer(404, "Requested item wasn't found!", 32)
  }
  const listAll = ({ query }: RecordedCall) => {
    const data = [...assets.values()].filter(({ name }) => name.includes(query.get('textSearch') ?? '')).map(row)
    return { data, totalElements: data.length, totalPages: 1, hasNext: false }
  }
  const attributes = `/api/plugins/telemetry/DEVICE/${DEVICE}`
  const answers = {
    'POST /api/asset': within(({ body }) => save(body as StoredAsset)),
    'GET /api/tenant/assetInfos': within(listAll),
    [`GET ${attributes}/values/attributes/SERVER_SCOPE`]: within(({ query }) => {
      const stored = { ...values, ...(mutes.length > 0 && { gw_mute: mutes.at(-1) }) }
      return Object.entries(stored).flatMap(([key, value]) =>
        query.get('keys') === key ? [{ key, value, lastUpdateTs: 1 }] : [],
      )
    }),
    [`POST ${attributes}/SERVER_SCOPE`]: within(({ body }) => {
      const { gw_mute, ...others } = body as { gw_mute?: unknown }
      if (gw_mute !== undefined) mutes.push(gw_mute)
      Object.assign(values, others)
    }),
    [`DELETE ${attributes}/SERVER_SCOPE`]: within(() => void mutes.splice(0)),
  }
  for (let nth = 0; nth < 9; nth += 1)
    Object.assign(answers, {
      [`GET /api/asset/info/0000000${nth}-8c1e-41f0-9a55-0f6a3c2b7e10`]: within(readOne),
      [`DELETE /api/asset/0000000${nth}-8c1e-41f0-9a55-0f6a3c2b7e10`]: within(({ path }) =>
        assets.delete(path.split('/').at(-1) ?? '') ? undefined : errorAnswer(404, "Requested item wasn't found!", 32),
      ),
      [`DELETE ${linkOfImage(`p${nth}.jpg`)}`]: within(({ path }) => {
        if (photos.delete(path)) return { success: true }
        return errorAnswer(404, "Requested item wasn't found!", 32)
      }),
    })
  const { calls } = stubPlatform(answers)
  return {
    calls,
    mutes,
    values,
    photos,
    saves: () => saves,
    works: () => [...assets.values()].map(({ additionalInfo }) => additionalInfo.gw),
    listed: (): readonly ListedWork[] =>
      [...assets.values()].map(({ id, name, additionalInfo }) => ({
        ...{ name, assetId: id.id, isUnsent: false },
        work: structuredClone(additionalInfo.gw),
      })),
    /** Another user changes a work. */
    change: (edit: (before: Work) => Work) => {
      for (const [id, asset] of assets) {
        const gw = edit(asset.additionalInfo.gw)
        assets.set(id, { ...asset, version: asset.version + 1, additionalInfo: { gw } })
      }
    },
    removeAll: () => assets.clear(),
  }
}

const DEVICE_INFO = {
  ...{ id: { entityType: 'DEVICE', id: DEVICE }, name: 'J-1', label: 'Lê Lợi' },
  customerId: { entityType: 'CUSTOMER', id: ALARM },
} as DeviceInfo

/** Writes a new work, or an edit of what the page lists. */
function edit(listed: ListedWork | undefined, change: (before: Work) => Work, isOnTop = false) {
  const made = newWorkEdit(listed, DEVICE_INFO, change(listed?.work ?? work()), 'a@city.vn')
  return writeWork({ photos: [], text: 'edit', edit: { ...made, isOnTop } })
}
const reported = (reason: string) => edit(undefined, (before) => ({ ...before, reason }))
const moved = (listed: ListedWork | undefined, state: WorkState, more: Partial<Work> = {}) =>
  edit(listed, (before) => ({ ...before, ...more, steps: [...before.steps, step(state)] }))
/** The works as the page shows them, with the edits that wait. */
const shown = (listed: readonly ListedWork[] = []) => withUnsent(listed, unsent.state, DEVICE)

describe('a work', () => {
  it('is stored at once while the platform answers, mutes its junction on site, and ends this mute', async () => {
    const platform = startWorks()
    expect(await reported('Red lamp out')).toBe('sent')
    expect(await moved(platform.listed()[0], 'onSite', { back: Date.now() + 3_600_000 })).toBe('sent')
    expect(platform.mutes).toMatchObject([{ why: 'Red lamp out' }])
    expect(await moved(platform.listed()[0], 'done')).toBe('sent')
    expect(platform.mutes).toEqual([])
    expect(platform.works().map(stateOf)).toEqual(['done'])
    expect(unsent.state).toEqual([])
  })

  it('that is reported and moved on without a connection waits as it will be, and is sent once and in order with notes', async () => {
    startWorks(() => 'lost')
    expect(await reported('Red lamp out')).toBe('waits')
    await note('between')
    const [waiting] = shown()
    expect(waiting).toMatchObject({ isUnsent: true, assetId: null, work: { reason: 'Red lamp out' } })
    await moved(waiting, 'onTheWay')
    await moved(shown()[0], 'done', { done: 'New lamp' })
    expect(shown()).toHaveLength(1)
    expect(shown().map(({ work: one }) => [stateOf(one), one.done])).toEqual([['done', 'New lamp']])
    const platform = startWorks()
    await sendUnsent()
    // The platform of this test has no comments, so the note and what follows it wait.
    expect(platform.works().map(stateOf)).toEqual(['reported'])
    expect(texts()).toEqual(['between', 'edit', 'edit'])
    for (const left of unsent.state) if (!left.work) await discardUnsent(left)
    await sendUnsent()
    expect(platform.works()).toMatchObject([{ done: 'New lamp' }])
    expect(platform.works()[0]?.steps.map(({ state }) => state)).toEqual(['reported', 'onTheWay', 'done'])
    expect(unsent.state).toEqual([])
  })

  it('is stored once with all its edits, however often the connection breaks before or after the platform has them', async () => {
    const outcomes = fc.array(fc.constantFrom<Outcome>('stored', 'stored, but its answer is lost', 'lost'), {
      maxLength: 40,
    })
    const states = fc.subarray<WorkState>(['planned', 'onTheWay', 'onSite', 'done'])
    await fc.assert(
      fc.asyncProperty(fc.array(states, { minLength: 1, maxLength: 3 }), outcomes, async (jobs, fates) => {
        const left = [...fates]
        const platform = startWorks(() => left.shift() ?? 'stored')
        for (const [nth, job] of jobs.entries()) {
          await reported(`work ${nth}`)
          for (const state of job) {
            const now = shown(platform.listed()).find(({ work: { reason } }) => reason === `work ${nth}`)
            await moved(now, state, { back: Date.now() + 3_600_000 })
          }
        }
        while (unsent.state.some(({ refusal }) => refusal === null)) await sendUnsent()
        expect(unsent.state).toEqual([])
        expect(platform.works().map(({ reason }) => reason)).toEqual(jobs.map((_job, nth) => `work ${nth}`))
        const steps = platform.works().map((one) => one.steps.map(({ state }) => state))
        expect(steps).toEqual(jobs.map((job) => ['reported', ...job]))
        expect(platform.saves()).toBe(jobs.reduce((sum, job) => sum + 1 + job.length, 0))
      }),
      { numRuns: 25 },
    )
  })

  it('that another user moved on meanwhile is not overwritten, says so, and is joined when the user wants it', async () => {
    let isOffline = false
    const platform = startWorks(() => (isOffline ? 'lost' : 'stored'))
    await reported('Red lamp out')
    isOffline = true
    await moved(platform.listed()[0], 'onSite', { done: 'Lamp replaced' })
    isOffline = false
    platform.change((one) => ({ ...one, done: 'Cable cut', steps: [...one.steps, step('onTheWay', 'b@city.vn')] }))
    await sendUnsent()
    expect(platform.works()).toMatchObject([{ done: 'Cable cut' }])
    const [refused] = unsent.state
    expect(refused).toMatchObject({
      ...{ conflict: 'changed', text: 'edit' },
      refusal: 'b@city.vn changed the state of this work meanwhile. Nothing was overwritten.',
    })
    if (refused) await sendOnTop(refused)
    expect(platform.works()).toMatchObject([{ done: 'Cable cut\nLamp replaced' }])
    expect(platform.works()[0]?.steps.map(({ state }) => state)).toEqual(['reported', 'onTheWay', 'onSite'])
    expect(unsent.state).toEqual([])
  })

  it('that another user deleted meanwhile says so, and is saved as a new one when the user wants it', async () => {
    let isOffline = false
    const platform = startWorks(() => (isOffline ? 'lost' : 'stored'))
    await reported('Red lamp out')
    isOffline = true
    await moved(platform.listed()[0], 'onTheWay')
    await moved(shown(platform.listed())[0], 'done', { done: 'New lamp' })
    platform.removeAll()
    isOffline = false
    await sendUnsent()
    expect(unsent.state.map(({ conflict }) => conflict)).toEqual(['deleted', 'deleted'])
    expect(unsent.state[0]?.refusal).toBe('Another user deleted this work meanwhile.')
    for (const refused of unsent.state) await sendOnTop(refused)
    expect(platform.works()).toMatchObject([{ reason: 'Red lamp out', done: 'New lamp' }])
    expect(platform.works()[0]?.steps.map(({ state }) => state)).toEqual(['reported', 'onTheWay', 'done'])
    expect(unsent.state).toEqual([])
  })

  it('whose dialog is open while another user changes it is refused there, and nothing of it waits', async () => {
    const platform = startWorks()
    await reported('Red lamp out')
    const [opened] = platform.listed()
    platform.change((one) => ({ ...one, who: 'Firm B' }))
    await expect(moved(opened, 'onTheWay')).rejects.toThrow('Another user changed this work meanwhile.')
    expect(unsent.state).toEqual([])
    expect(await edit(opened, (one) => ({ ...one, done: 'x' }), true)).toBe('sent')
    expect(platform.works()).toMatchObject([{ who: 'Firm B', done: 'x' }])
  })

  it.each([
    ['refused', () => errorAnswer(403, "You don't have permission to perform this operation!", 20), 1],
    ['not answered', () => 'lost' as const, 2],
  ])('is stored once when its mute is %s, and the user hears what is stored', async (_what, fate, saved) => {
    let isFailing = true
    const platform = startWorks(({ method, path }) =>
      isFailing && method === 'POST' && path.endsWith('SERVER_SCOPE') ? fate() : 'stored',
    )
    const outcome = await edit(undefined, (before) => ({
      ...before,
      back: Date.now() + 3_600_000,
      steps: [step('onSite')],
    }))
    expect(platform.works()).toHaveLength(1)
    if (saved === 1) {
      expect(outcome).toBeInstanceOf(IncompleteWorkError)
      expect(String(outcome)).toContain('The work is saved, but the mute of its junction could not be changed')
      expect(unsent.state).toEqual([])
      return
    }
    expect(outcome).toBe('waits')
    isFailing = false
    await sendUnsent()
    expect(platform.mutes).toHaveLength(1)
    expect(platform.saves()).toBe(1)
    expect(unsent.state).toEqual([])
  })
})

const remove = (listed: ListedWork | undefined) =>
  new QueryClient()
    .getMutationCache()
    .build(new QueryClient(), deleteWorkMutation(listed ?? { name: '', work: work() }))
    .execute(listed?.assetId ?? '')

describe('a work that does a planned inspection', () => {
  const YEARLY = { name: 'Cabinet', months: 12, from: '2020-01-31', last: '2020-02-29' } as const
  const OTHER = { ...YEARLY, name: 'Poles', from: '2050-01-01' }
  const inspects = { kind: 'inspection', inspection: 'Cabinet' } as const
  const DAY_MS = 86_400_000

  it('is its last day once it is done, and the next one is due months later', async () => {
    const platform = startWorks()
    platform.values.gw_inspections = [YEARLY, OTHER]
    await edit(undefined, (before) => ({ ...before, ...inspects }))
    expect(platform.values.gw_inspections).toEqual([YEARLY, OTHER])
    await moved(platform.listed()[0], 'done')
    const today = isoDate(Date.now())
    expect(platform.values.gw_inspections).toEqual([{ ...YEARLY, last: today }, OTHER])
    expect(isoDate(platform.values.gw_inspection_due ?? 0).slice(0, 4)).toBe(String(Number(today.slice(0, 4)) + 1))
  })

  it('sets nothing as a repair, and nothing that is not planned any more', async () => {
    const platform = startWorks()
    platform.values.gw_inspections = [YEARLY]
    await edit(undefined, (one) => ({ ...one, ...inspects, kind: 'repair', steps: [step('done')] }))
    await edit(undefined, (one) => ({ ...one, ...inspects, inspection: 'Lamps', steps: [step('done')] }))
    expect(platform.values.gw_inspections).toEqual([YEARLY])
  })

  it.each([
    ['refused', () => errorAnswer(403, "You don't have permission to perform this operation!", 20)],
    ['not answered', () => 'lost' as const],
  ])('is stored once when its day is %s', async (what, fate) => {
    let isFailing = true
    const platform = startWorks(({ method, path }) =>
      isFailing && method === 'POST' && path.endsWith('SERVER_SCOPE') ? fate() : 'stored',
    )
    platform.values.gw_inspections = [YEARLY]
    const outcome = await edit(undefined, (one) => ({ ...one, ...inspects, steps: [step('done')] }))
    isFailing = false
    if (what === 'refused') {
      expect(String(outcome)).toContain('The work is saved, but the day of its inspection could not be noted')
      return
    }
    expect(outcome).toBe('waits')
    await sendUnsent()
    expect(platform.values.gw_inspections).toEqual([{ ...YEARLY, last: isoDate(Date.now()) }])
    expect(platform.saves()).toBe(1)
    expect(unsent.state).toEqual([])
  })

  it('gives its day back when it is deleted: the work before did it last', async () => {
    const platform = startWorks()
    platform.values.gw_inspections = [YEARLY]
    const doneAt = (days: number, more: Partial<Work>) =>
      edit(undefined, (one) => ({
        ...{ ...one, ...inspects, ...more },
        steps: [{ state: 'done', at: Date.now() - days * DAY_MS, by: '' }],
      }))
    await doneAt(90, { reason: 'before' })
    await doneAt(30, { reason: 'of another', inspection: 'Poles' })
    await doneAt(0, { reason: 'wrong' })
    expect(platform.values.gw_inspections?.[0]?.last).toBe(isoDate(Date.now()))
    await remove(platform.listed().find(({ work: { reason } }) => reason === 'wrong'))
    expect(platform.values.gw_inspections?.[0]?.last).toBe(isoDate(Date.now() - 90 * DAY_MS))
    await remove(platform.listed().find(({ work: { reason } }) => reason === 'before'))
    expect(platform.values.gw_inspections?.[0]?.last).toBeNull()
  })
})

describe('a work that is deleted', () => {
  it('is gone with its photos and its mute, and other works stay', async () => {
    const platform = startWorks()
    await reported('other')
    const photos = [linkOfImage('p0.jpg'), linkOfImage('p1.jpg')]
    for (const photo of photos) platform.photos.add(photo)
    platform.photos.add(linkOfImage('p2.jpg'))
    await edit(undefined, (one) => ({ ...one, reason: 'own', photos, steps: [step('onSite')] }))
    expect(platform.mutes).toHaveLength(1)
    await remove(platform.listed().find(({ work: { reason } }) => reason === 'own'))
    expect(platform.works().map(({ reason }) => reason)).toEqual(['other'])
    expect([...platform.photos]).toEqual([linkOfImage('p2.jpg')])
    expect(platform.mutes).toEqual([])
  })

  it('leaves a photo that the junction shows, or that another work has', async () => {
    const platform = startWorks()
    const [ofJunction, ofBoth, own] = ['p0.jpg', 'p1.jpg', 'p2.jpg'].map(linkOfImage)
    for (const photo of [ofJunction, ofBoth, own]) platform.photos.add(photo ?? '')
    platform.values.image = ofJunction ?? ''
    await edit(undefined, (one) => ({ ...one, photos: [ofBoth ?? ''] }))
    await edit(undefined, (one) => ({ ...one, reason: 'own', photos: [ofJunction ?? '', ofBoth ?? '', own ?? ''] }))
    await remove(platform.listed().find(({ work: { reason } }) => reason === 'own'))
    expect([...platform.photos]).toEqual([ofJunction, ofBoth])
  })

  it('leaves the mute of another, and what a broken deletion left is deleted by the next one', async () => {
    let isBroken = true
    const platform = startWorks(({ method, path }) =>
      isBroken && method === 'DELETE' && path.includes('image') ? 'lost' : 'stored',
    )
    platform.mutes.push({ until: Date.now() + 3_600_000, by: 'night@city.vn', why: 'Festival', at: 1 })
    const photos = [linkOfImage('p0.jpg')]
    platform.photos.add(photos[0] ?? '')
    await edit(undefined, (one) => ({ ...one, photos, steps: [step('onSite')] }))
    const [listed] = platform.listed()
    await expect(remove(listed)).rejects.toThrow(NetworkError)
    isBroken = false
    await remove(listed)
    expect(platform.works()).toEqual([])
    expect(platform.photos.size).toBe(0)
    expect(platform.mutes).toMatchObject([{ why: 'Festival' }])
  })
})
