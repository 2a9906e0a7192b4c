import { describe, expect, it, test } from 'vitest'
import { linkOfImage } from '../wire/imageLinks.ts'
import {
  durationsOf,
  isMuteOfWork,
  muteOfWork,
  nextStates,
  parseWork,
  stateOf,
  stepAt,
  WORK_STATES,
  type Work,
  writeWork,
} from './works.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const work = (more: Partial<Work> = {}): Work => ({
  device: 'd1',
  junction: 'Lê Lợi',
  kind: 'repair',
  who: 'Firm A',
  reason: 'Red lamp out',
  done: '',
  photos: [],
  planned: null,
  back: null,
  steps: [{ state: 'reported', at: 1000, by: 'a@city.vn' }],
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
