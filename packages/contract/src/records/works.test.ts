import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { linkOfImage } from '../wire/imageLinks.ts'
import {
  durationsOf,
  isMuteOfWork,
  joinWorks,
  muteOfWork,
  nextStates,
  parseWork,
  stateOf,
  stepAt,
  WORK_STATES,
  type Work,
  withEdit,
  writeWork,
} from './works.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const work = (more: Partial<Work> = {}): Work => ({
  device: 'd1',
  junction: 'Lê Lợi',
  kind: 'repair',
  inspection: null,
  who: 'Firm A',
  reason: 'Red lamp out',
  done: '',
  photos: [],
  planned: null,
  back: null,
  steps: [{ state: 'reported', at: 1000, by: 'a@city.vn' }],
  edits: [],
  ...more,
})

describe('the content of a work', () => {
  it('is read as it was written, with what other programs keep beside it', () => {
    const kept = work({ photos: [linkOfImage('a.jpg')], planned: 5, own: 7 })
    const info = writeWork({ description: 'x' }, kept)
    expect(info).toMatchObject({ description: 'x' })
    expect(parseWork({ additionalInfo: info })).toEqual(kept)
    expect(parseWork({ additionalInfo: JSON.stringify(info) })).toBeUndefined()
  })

  it('is read although parts of it are odd, without pictures from elsewhere', () => {
    const odd = {
      ...work(),
      kind: 'painting',
      who: 7,
      photos: ['https://spy.example/x.png', linkOfImage('a.jpg')],
      back: 'soon',
    }
    expect(parseWork({ additionalInfo: { gw: odd } })).toEqual(work({ who: '', photos: [linkOfImage('a.jpg')] }))
  })

  it.each([{}, { gw: null }, { gw: { ...work(), steps: [] } }, { gw: { ...work(), device: 1 } }])(
    'is none in %j',
    (info) => {
      expect(parseWork({ additionalInfo: info })).toBeUndefined()
    },
  )
})

test('a work only goes on, and may skip states', () => {
  expect(stateOf(work())).toBe('reported')
  expect(nextStates(work())).toEqual(WORK_STATES.slice(1))
  const onSite = work({
    steps: [
      { state: 'reported', at: 1, by: '' },
      { state: 'onSite', at: 5, by: '' },
    ],
  })
  expect([stateOf(onSite), nextStates(onSite)]).toEqual(['onSite', ['done']])
  expect([stepAt(onSite, 'onSite'), stepAt(onSite, 'planned')]).toEqual([5, null])
  expect(nextStates(work({ steps: [{ state: 'done', at: 1, by: '' }] }))).toEqual([])
})

describe('the mute of a work', () => {
  it('lasts until the planned return, else one shift, never longer than a month', () => {
    const steps: Work['steps'] = [{ state: 'onSite', at: 1000, by: '' }]
    expect(muteOfWork('w1', work({ steps, back: 5000 }), 'a@city.vn')).toEqual({
      ...{ until: 5000, by: 'a@city.vn', why: 'Firm A: Red lamp out', at: 1000, work: 'w1' },
    })
    expect(muteOfWork('w1', work({ steps, back: 900 }), '').until).toBe(1000 + 8 * HOUR)
    expect(muteOfWork('w1', work({ steps, back: 100 * DAY }), '').until).toBe(1000 + 31 * DAY)
    expect(muteOfWork('w1', work({ steps, reason: 'x'.repeat(500) }), '').why).toHaveLength(200)
  })

  it('is told from a mute of a user and from that of another work', () => {
    const mute = muteOfWork('w1', work(), '')
    expect([isMuteOfWork(mute, 'w1'), isMuteOfWork(mute, 'w2'), isMuteOfWork(undefined, 'w1')]).toEqual([
      true,
      false,
      false,
    ])
    expect(isMuteOfWork({ until: 5, by: '', why: '', at: 0 }, 'w1')).toBe(false)
  })
})

test('times to answer and to repair count from the report; a clock that was set back gives no negative one', () => {
  const steps: Work['steps'] = [
    { state: 'reported', at: HOUR, by: '' },
    { state: 'onSite', at: 3 * HOUR, by: '' },
    { state: 'done', at: 4 * HOUR, by: '' },
  ]
  expect(durationsOf(work({ steps }))).toEqual({ answerMs: 2 * HOUR, repairMs: 3 * HOUR })
  expect(durationsOf(work({ steps: steps.slice(0, 1) }))).toEqual({ answerMs: null, repairMs: null })
  expect(
    durationsOf(
      work({
        steps: [
          { state: 'reported', at: 9, by: '' },
          { state: 'done', at: 5, by: '' },
        ],
      }),
    ).repairMs,
  ).toBe(0)
})

describe('two edits of one work', () => {
  const texts = fc.string({ maxLength: 8 })
  const edits = fc.record({
    ...{ who: texts, reason: texts, done: texts },
    photos: fc.subarray(['a', 'b', 'c'].map((name) => linkOfImage(name))),
    state: fc.constantFrom(...WORK_STATES.slice(1)),
  })
  const edited = (base: Work, { state, ...fields }: typeof edits extends fc.Arbitrary<infer T> ? T : never): Work => ({
    ...base,
    ...fields,
    steps: [...base.steps, { state, at: 2000, by: '' }],
  })

  it('are joined without losing a text, a photo or a state of either, in the later state', () => {
    const base = work({ photos: [linkOfImage('a')] })
    fc.assert(
      fc.property(edits, edits, (one, two) => {
        const [own, other] = [edited(base, one), edited(base, two)]
        const joined = joinWorks(base, own, other)
        for (const key of ['reason', 'done'] as const) {
          if (own[key] !== base[key]) expect(joined[key]).toContain(own[key])
          if (other[key] !== base[key]) expect(joined[key]).toContain(other[key])
        }
        const added = [...own.photos, ...other.photos].filter((photo) => !base.photos.includes(photo))
        expect(joined.photos).toEqual(expect.arrayContaining(added))
        expect(new Set(joined.photos).size).toBe(joined.photos.length)
        expect(joined.steps).toEqual(expect.arrayContaining([...own.steps, ...other.steps]))
        const latest = Math.max(WORK_STATES.indexOf(one.state), WORK_STATES.indexOf(two.state))
        expect(stateOf(joined)).toBe(WORK_STATES[latest])
      }),
    )
  })

  it('keep what only one of them changed', () => {
    const base = work({ photos: [linkOfImage('a.jpg')] })
    const own = { ...base, who: 'Firm B', photos: [] }
    expect(joinWorks(base, own, { ...base, kind: 'inspection', planned: 5 })).toEqual({
      ...{ ...own, kind: 'inspection', planned: 5 },
    })
  })
})

test('a work holds the ids of its newest edits, each once', () => {
  let edited = work()
  for (let nth = 0; nth < 60; nth += 1) edited = withEdit(edited, `e${nth}`)
  edited = withEdit(edited, 'e59')
  expect([edited.edits.length, edited.edits.at(-1), edited.edits[0]]).toEqual([50, 'e59', 'e10'])
})
