import type { OutsideChange } from '@greenwave/changes/historyEntry'
import type { HandOver } from '@greenwave/contract/records/shifts'
import type { AlarmCommentInfo } from '@greenwave/contract/wire/alarmComments'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJunction } from '../../../data/fleet/fleetJunction.ts'
import { type Incident, parseIncident } from '../../../data/fleet/incident.ts'
import { shiftsOf } from '../../../data/queries/shifts.ts'
import { outsideChange, recordedChange } from '../../../test/changes.ts'
import { testAlarm, testDevice, testId } from '../../../test/records.ts'
import { boundedHandOver, collectChanges, handedRows, MOST_BYTES, shiftContent } from './handOver.ts'
import { shiftBegan } from './shiftDialog.ts'

const NOW_MS = 1_800_000_000_000
const HOUR_MS = 3_600_000

const EMPTY: HandOver = {
  ...{ kind: 'handed', from: 1, by: 'mai@signal.vn', name: 'Mai', note: '' },
  ...{ incidents: [], holds: [], mutes: [], changes: [], comments: [], leftOut: 0 },
}
const act = (text: string) => ({ id: 'a', name: 'Lê Lợi', at: 1, by: 'mai@signal.vn', text })

const [AHEAD, AHEAD_FIRST] = [{ aheadSeconds: 44 }, { aheadSeconds: 22 }]

function incident(): Incident {
  const details = { code: 'clock', text: 'Its clock is 44 s ahead', facts: AHEAD, raised: AHEAD_FIRST }
  const found = parseIncident(testAlarm(1, testDevice(7, { label: 'Lê Lợi' }), { details, severity: 'MAJOR' }))
  if (!found) throw new Error('an alarm of a device is an incident')
  return found
}

function junction(values: Record<string, unknown>) {
  const texts = Object.entries(values).map(([key, value]) => [key, { ts: 1, value: JSON.stringify(value) }])
  const latest = {
    ENTITY_FIELD: { name: { ts: 1, value: 'TLC-7' }, label: { ts: 1, value: 'Lê Lợi' } },
    SERVER_ATTRIBUTE: Object.fromEntries(texts),
  }
  return parseJunction({ entityId: { entityType: 'DEVICE', id: testId(7) }, latest }, undefined)
}

describe('what a shift hands over', () => {
  it('are open incidents, holds and mutes that have not ended, and what people did since it began', () => {
    const open = incident()
    const change = (agoMs: number, key: string) =>
      outsideChange({ atMs: NOW_MS - agoMs, by: 'an@signal.vn', after: { [key]: 1 } })
    const comment = (createdTime: number, type: 'OTHER' | 'SYSTEM', text: string): AlarmCommentInfo => ({
      ...{ id: { id: testId(9) }, createdTime, alarmId: { entityType: 'ALARM', id: open.id } },
      ...{ userId: null, type, comment: { text }, firstName: 'An', lastName: null, email: 'an@signal.vn' },
    })
    const mute = { until: NOW_MS + HOUR_MS, by: 'mai@signal.vn', why: 'road works', at: 1 }
    const facts = {
      incidents: [open],
      junctions: [
        junction({ gw_mute: mute, gw_hold: { mode: 1, until: NOW_MS + 60_000, by: 'an@signal.vn', why: 'match' } }),
        junction({ gw_mute: { ...mute, until: NOW_MS }, gw_hold: { mode: 0, until: NOW_MS - 1, by: '', why: '' } }),
      ],
      changes: [change(HOUR_MS, 'Vang'), change(9 * HOUR_MS, 'Mode')],
      comments: new Map([
        [
          open.id,
          [
            comment(NOW_MS - HOUR_MS, 'OTHER', 'crew sent'),
            comment(NOW_MS - HOUR_MS, 'SYSTEM', 'acknowledged'),
            comment(NOW_MS - 9 * HOUR_MS, 'OTHER', 'of the shift before'),
          ],
        ],
      ]),
    }
    const content = shiftContent(facts, NOW_MS - 8 * HOUR_MS, NOW_MS)
    expect(content.incidents).toMatchObject([
      { of: 'junction', name: 'Lê Lợi', code: 'clock', facts: AHEAD, raised: AHEAD_FIRST },
    ])
    expect(content.holds).toMatchObject([{ until: NOW_MS + 60_000, by: 'an@signal.vn', why: 'match' }])
    expect(content.mutes).toMatchObject([{ until: NOW_MS + HOUR_MS, why: 'road works' }])
    expect(content.changes).toMatchObject([{ by: 'an@signal.vn', text: 'Vang' }])
    expect(content.comments).toMatchObject([{ by: 'An', text: 'crew sent', name: 'Lê Lợi' }])
  })

  it('has what a user set at a junction in one sitting as one line for each reason', () => {
    const change = (agoMs: number, more: Partial<OutsideChange>) =>
      outsideChange({ atMs: NOW_MS - agoMs, by: 'an@signal.vn', ...more })
    const changes = [
      change(1000, { after: { P1_HH: 6, P1_MM: 0 } }),
      change(2000, { by: 'mai@signal.vn', after: { Mode: 1 } }),
      change(590_000, { after: { P1_MM: 5, P1_Pr: 1, P1_ENT: 1 } }),
      change(1_180_000, { after: { Vang: 3 } }),
      change(1_800_000, { after: { Vang: 4 } }),
      ...['match', 'procession', 'match'].map((why, nth) =>
        recordedChange({ deviceId: 'd', atMs: NOW_MS - 1_900_000 - nth, change: { why } }),
      ),
    ]
    const facts = { incidents: [], junctions: [], changes, comments: new Map() }
    expect(shiftContent(facts, NOW_MS - HOUR_MS, NOW_MS).changes).toMatchObject([
      { at: NOW_MS - 1000, keys: ['P1_HH', 'P1_MM', 'P1_Pr'], more: 2, text: 'P1_HH, P1_MM, P1_Pr +2' },
      { at: NOW_MS - 2000, keys: ['Mode'], more: 0 },
      { at: NOW_MS - 1_800_000, keys: ['Vang'] },
      { text: 'match' },
      { text: 'procession' },
    ])
  })

  it('has a row for each junction and for each green wave that no listed junction breaks, as Now has', () => {
    const open = { name: '', level: 3, text: '', since: 1, acknowledged: false, assignee: '' } as const
    const at = (id: string, code: string) => ({ ...open, id, of: 'junction', code, facts: {} }) as const
    const wave = (id: string, device?: string) =>
      ({ ...open, id, of: 'corridor', code: 'corridor', facts: device === undefined ? {} : { device } }) as const
    const hold = { id: 'held', name: '', until: null, by: '', why: '' }
    const [dark, clock] = [at('a', 'dark'), at('a', 'clock')]
    const [ofA, alone, ofHeld, ofHealthy] = [wave('w1', 'a'), wave('w2'), wave('w3', 'held'), wave('w4', 'b')]
    const incidents = [dark, ofA, alone, clock, ofHeld, ofHealthy]
    const { rows, brokenBy } = handedRows({ incidents, holds: [hold], mutes: [] })
    expect(rows).toEqual([
      { incident: dark, others: [ofA, clock] },
      { incident: alone, others: [] },
      { incident: ofHealthy, others: [] },
    ])
    expect([...brokenBy]).toEqual([['held', [ofHeld]]])
  })

  it('has the last 200 changes, and the number of the others', async () => {
    async function* steps() {
      for (let begin = 1000; begin > 600; begin -= 100)
        yield { entries: Array.from({ length: 100 }, (_, nth) => outsideChange({ atMs: begin - nth })) }
    }
    const { newest, more } = await collectChanges(steps(), 651)
    expect([newest.length, newest[0]?.atMs, newest.at(-1)?.atMs, more]).toEqual([200, 1000, 801, 150])
    expect(await collectChanges(steps(), 951)).toMatchObject({ newest: { length: 50 }, more: 0 })
  })

  it('never has more bytes than the platform takes, and counts what it leaves out', () => {
    const rows = fc.array(fc.string({ maxLength: 300, unit: 'grapheme' }), { maxLength: 400, size: 'max' })
    fc.assert(
      fc.property(rows, rows, (changes, comments) => {
        const whole = { ...EMPTY, changes: changes.map(act), comments: comments.map(act) }
        const bounded = boundedHandOver(whole)
        expect(new Blob([JSON.stringify(bounded)]).size).toBeLessThanOrEqual(MOST_BYTES)
        expect(bounded.changes.length + bounded.comments.length + bounded.leftOut).toBe(
          changes.length + comments.length,
        )
        expect(bounded.changes).toEqual(whole.changes.slice(0, bounded.changes.length))
      }),
      { numRuns: 40 },
    )
  })
})

describe('shifts', () => {
  it('are hand-overs, the last ones first, each with the one who took it over first', () => {
    const taken = (of: number, name: string) => ({ kind: 'taken', of, by: `${name}@signal.vn`, name }) as const
    const shifts = shiftsOf([
      { atMs: 40, record: taken(10, 'Bình') },
      { atMs: 30, record: EMPTY },
      { atMs: 20, record: taken(10, 'An') },
      { atMs: 10, record: EMPTY },
    ])
    expect(shifts.map(({ atMs, taken }) => [atMs, taken?.name, taken?.atMs])).toEqual([
      [30, undefined, undefined],
      [10, 'An', 20],
    ])
  })

  it('begin with the last hand-over, with eight hours in its place, or so many hours ago', () => {
    expect(shiftBegan('last', 5, NOW_MS)).toBe(5)
    expect(shiftBegan('last', null, NOW_MS)).toBe(NOW_MS - 8 * HOUR_MS)
    expect(shiftBegan('12', 5, NOW_MS)).toBe(NOW_MS - 12 * HOUR_MS)
  })
})
