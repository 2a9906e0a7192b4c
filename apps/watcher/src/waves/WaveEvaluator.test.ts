import { parseWave } from '@greenwave/contract/records/waves'
import { timeZone } from '@greenwave/controller/timeZone'
import { describe, expect, test } from 'vitest'
import { WaveStreet } from '../testing/waveStreet.ts'
import { brokenText } from '@greenwave/coordination/observed/brokenText'

const localMinute = (ms: number) => new Date(ms + timeZone().aheadMs(ms)).toISOString().slice(0, 16)

describe('the wave of a corridor', () => {
  test('is seen as it is planned while controllers follow their settings, cycle after cycle', () => {
    const street = new WaveStreet().run(24)
    expect(street.wave).toMatchObject({ plan: '1', cycle: 40, planned: { outbound: 15, inbound: null }, causes: [] })
    expect(street.states).toHaveLength(12)
    for (const { state, seen } of street.wave.cycles) expect([state, seen.outbound]).toEqual(['whole', 15])
    const [sums] = street.wave.day?.plans ?? []
    expect(sums).toMatchObject({ plan: '1', broken: 0, unseen: 0, seen: sums?.planned })
    expect(sums?.judged).toBeGreaterThan(12)
    expect(parseWave(JSON.stringify(street.wave))).toEqual(street.wave)
  })

  test('breaks when a clock drifts, which it names after five cycles, and is whole again when the clock is right', () => {
    const street = new WaveStreet().run(6)
    street.controller(1).aheadSeconds = 14
    street.run(7)
    expect(street.broken).toBeNull()
    expect(street.wave.causes).toMatchObject([{ code: 'clock', junction: 'Ngã tư 1', aheadSeconds: 14 }])
    street.run(4)
    const facts = street.broken?.facts
    expect(facts).toMatchObject({ direction: 'outbound', setSeconds: 15, cause: 'clock', junction: 'Ngã tư 1' })
    expect(facts?.device).toBe(street.wave.causes[0]?.device)
    expect(facts && brokenText(facts)).toBe(
      '1 s of the 15 s green wave outbound are left: the clock of Ngã tư 1 is 14 s ahead',
    )
    const [first] = street.wave.cycles.filter(({ state }) => state === 'broken')
    expect(street.broken?.sinceMs).toBe(first?.at)
    street.controller(1).aheadSeconds = 0
    street.run(8)
    expect(street.events).toEqual(['raised: clock', 'cleared'])
  })

  test('is none while the greens of a junction are actuated, and no incident', () => {
    const street = new WaveStreet().run(8)
    expect(street.wave.plan).toBe('1')
    street.note(1, { control: { kind: 'actuated', greens: { 1: { smallest: 5, largest: 60 } } } })
    street.controller(1).aheadSeconds = 14
    street.run(12)
    expect([street.wave.plan, street.wave.cycle, street.wave.planned.outbound]).toEqual(['', 0, null])
    expect(street.events).toEqual([])
    expect(street.wave.causes).toMatchObject([{ code: 'actuated', junction: 'Ngã tư 1' }])
    expect(parseWave(JSON.stringify(street.wave))).toEqual(street.wave)
    street.note(1, { control: { kind: 'fixed' } })
    street.controller(1).aheadSeconds = 0
    street.run(12)
    expect([street.wave.plan, street.wave.causes]).toEqual(['1', []])
  })

  test('is not seen, and says why, while a display does not show when a green begins; it is never to blame', () => {
    const street = new WaveStreet().run(8)
    street.note(1, { display: { 1: { red: 'last-8-0', green: 'last-8-0' } } })
    street.run(4)
    expect(street.wave.causes).toMatchObject([{ code: 'hidden', junction: 'Ngã tư 1' }])
    street.controller(1).aheadSeconds = 14
    street.run(14)
    expect(street.wave.causes).toMatchObject([{ code: 'clock', junction: 'Ngã tư 1' }])
  })

  test('is compared with what the kind of day asks for, and names a junction that lacks its settings', () => {
    const street = new WaveStreet((nth) => (nth === 1 ? { Offset_Pr1: 20 } : {}))
    const slot = localMinute(street.nowMs - 3_600_000)
    const note = { kind: 'saturday', name: 'Saturday', slot, state: 'sent', at: 1, calendar: 'city' }
    for (const nth of [0, 1, 2]) street.noteKind(nth, note, {})
    street.run(12)
    // As it is set there is a small band, and that is not broken.
    expect([street.wave.planned.outbound, street.events]).toEqual([5, []])
    street.noteKind(1, { ...note, state: 'due' }, { saturday: { Offset_Pr1: 10 } })
    street.run(12)
    expect([street.wave.planned.outbound, street.events]).toEqual([15, ['raised: kind']])
    expect(street.broken?.facts.junction).toBe('Ngã tư 1')
    street.controller(1).set({ Offset_Pr1: 10 }, street.nowMs)
    street.noteKind(1, note, { saturday: { Offset_Pr1: 10 } })
    street.run(10)
    expect([street.events, street.wave.causes]).toEqual([['raised: kind', 'cleared'], []])
    expect(street.wave.day?.plans.map(({ kind }) => kind)).toEqual(['Saturday'])
    for (const nth of [0, 1, 2]) street.noteKind(nth, { ...note, kind: 'tet', name: 'Tết' }, {})
    street.run(6)
    expect(street.wave.day?.plans.map(({ plan, kind }) => [plan, kind])).toEqual([
      ['1', 'Saturday'],
      ['1', 'Tết'],
    ])
  })

  test('is not broken by a clock that is off by a little', () => {
    const street = new WaveStreet()
    street.controller(1).aheadSeconds = 6
    street.run(14)
    expect(street.events).toEqual([])
    expect(street.wave.cycles.at(-1)).toMatchObject({ state: 'whole', seen: { outbound: 9 } })
    expect(street.wave.causes).toMatchObject([{ code: 'clock' }])
  })

  test.each([
    { isTold: false, what: 'is not judged while nobody hears the platform' },
    { isTold: true, what: 'is said not to be seen where a junction is not connected' },
  ])('$what', ({ isTold }) => {
    const street = new WaveStreet().run(6)
    const one = street.controller(2)
    if (isTold) street.connect(2, false)
    else one.watched.lose(street.nowMs)
    one.isConnected = false
    street.run(12)
    expect(street.events).toEqual(isTold ? ['raised: offline'] : [])
    if (isTold) expect(street.broken && brokenText(street.broken.facts)).toContain('cannot be seen: Ngã tư 2 is not')
    expect(street.wave.cycles.at(-1)?.state).toBe(isTold ? 'unseen' : 'whole')
  })

  test('breaks where a junction is held, runs another plan, or has not taken what it was sent', () => {
    const held = new WaveStreet().run(6)
    held.controller(0).set({ Mode: 2 }, held.nowMs)
    held.run(14)
    expect(held.events).toEqual(['raised: hold'])
    expect(held.broken?.facts).toMatchObject({ cause: 'hold', mode: 2, junction: 'Ngã tư 0' })

    const untaken = new WaveStreet().run(4)
    const one = untaken.controller(1)
    one.takes = false
    for (const [nth, other] of untaken.controllers.entries()) other.set({ Offset_Pr1: 20 + nth * 10 }, untaken.nowMs)
    untaken.run(16)
    expect(untaken.events).toEqual(['raised: not-taken'])
    expect(untaken.broken?.facts).toMatchObject({ cause: 'not-taken', settings: 1 })
  })

  test('is shown by cycles of the plan that runs alone, whoever counted them', () => {
    const street = new WaveStreet().run(8)
    for (const one of street.controllers) one.set({ Pr1_X1: 11 }, street.nowMs)
    street.run(1)
    expect(street.wave).toMatchObject({ planned: { outbound: 11 }, cycles: [] })
    street.run(8)
    expect(new Set(street.wave.cycles.map(({ seen }) => seen.outbound ?? 11))).toEqual(new Set([11]))
    const counted = street.wave.cycles.length
    street.restart()
    expect(street.run(1).wave.cycles.length).toBeGreaterThanOrEqual(counted)
    for (const one of street.controllers) one.set({ Pr1_X1: 15 }, street.nowMs)
    street.restart()
    expect(street.run(1).wave).toMatchObject({ planned: { outbound: 15 }, cycles: [] })
  })

  test('has no band where cycles differ, and says so instead of being broken', () => {
    const street = new WaveStreet((nth) => (nth === 1 ? { Pr1_X2: 20 } : {})).run(10)
    expect(street.wave).toMatchObject({ cycle: 0, planned: { outbound: null, inbound: null }, cycles: [] })
    expect(street.events).toEqual([])
  })

  test('is judged on by a watcher that starts: five cycles are five, whoever counts them', () => {
    const street = new WaveStreet().run(4)
    street.controller(1).aheadSeconds = 20
    street.run(7)
    street.restart()
    street.run(1)
    street.restart()
    street.run(7)
    expect(street.events).toEqual(['raised: clock'])
    street.restart()
    expect(street.run(3).events).toEqual(['raised: clock'])
  })
})
