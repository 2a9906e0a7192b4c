import { ApiError, NetworkError } from '@greenwave/client/callErrors'
import { isoTime } from '@greenwave/controller/isoTime'
import { parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameValue } from './attributeSets.ts'
import { FakeDevice } from './testing/fakeDevice.ts'
import { type Change, writeChange } from './writeChange.ts'

const CHANGE: Change = {
  deviceId: '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10',
  id: 'a1',
  at: 1_795_309_200_123,
  by: { id: 'u1', name: 'mai@signal.vn' },
  from: 'console',
  why: 'Market day',
  scope: 'SHARED_SCOPE',
  present: { Pr2_X1: 30, Mode: 4, Hour: 7, firmware: 'x' },
  values: { Pr2_X1: 35 },
}

const refusal = new ApiError(400, 31, 'Too long')
const lost = new NetworkError('No answer')

describe('a change', () => {
  it('is recorded as begun, then written, then recorded as written, in place of the first record', async () => {
    const device = new FakeDevice(CHANGE.present)
    const { settled } = await writeChange(device.call, CHANGE)
    await settled
    expect(device.made).toEqual(['record begun', 'saveAttributes', 'record written'])
    expect(device.attributes).toEqual({ ...CHANGE.present, Pr2_X1: 35 })
    expect(device.records).toEqual([
      {
        id: 'a1',
        at: CHANGE.at,
        by: CHANGE.by,
        from: 'console',
        state: 'written',
        why: 'Market day',
        said: '',
        words: ['Program 2 phase 1 green: 30 s → 35 s'],
        scope: 'SHARED_SCOPE',
        after: { Pr2_X1: 35 },
        before: { Pr2_X1: 30, Mode: 4 },
        unkept: [],
      },
    ])
    expect(device.times).toEqual([CHANGE.at])
  })

  it('calls phases by their names where they are known, beside their numbers', async () => {
    const device = new FakeDevice(CHANGE.present)
    await (await writeChange(device.call, { ...CHANGE, phaseNames: ['Lê Lợi'] })).settled
    expect(device.records).toMatchObject([{ words: ['Program 2 phase 1 (Lê Lợi) green: 30 s → 35 s'] }])
  })

  it('of a mode with an end writes the hold before the mode, and the record says until when', async () => {
    const hold = { mode: 1, until: 1_795_312_800_000, back: 4, by: 'mai@signal.vn', why: 'Market day' }
    const held = { ...CHANGE, values: { Mode: 1 }, hold }
    const device = new FakeDevice(CHANGE.present)
    await (await writeChange(device.call, held)).settled
    expect(device.made).toEqual(['record begun', 'saveAttributes', 'saveAttributes', 'record written'])
    expect(Object.keys(device.attributes).slice(-2)).toEqual(['firmware', 'gw_hold'])
    expect(device.attributes).toMatchObject({ Mode: 1, gw_hold: hold })
    const words = ['Mode: 4 (automatic) → 1 (route1)', `Until: ${isoTime(hold.until)}`]
    expect(device.records).toMatchObject([{ until: hold.until, words, after: { Mode: 1 } }])
    const endless = new FakeDevice(CHANGE.present)
    await (await writeChange(endless.call, { ...held, hold: { ...hold, until: null } })).settled
    expect(endless.records).toMatchObject([{ until: null, words: [words[0], 'Until: ended manually'] }])
  })

  it('of a mode that is held already has on record when that hold was to end', async () => {
    const [first, second] = [1_795_312_800_000, 1_795_316_400_000]
    const hold = (until: number | null) => ({ mode: 1, until, by: '', why: '' })
    const present = { ...CHANGE.present, Mode: 1 }
    const longer = async (holdBefore: number | null) => {
      const device = new FakeDevice(present)
      const change = { ...CHANGE, present, values: { Mode: 1 }, hold: hold(second), holdBefore: hold(holdBefore) }
      await (await writeChange(device.call, change)).settled
      return device.records
    }
    const words = [`Until: ${isoTime(first)} → ${isoTime(second)}`]
    expect(await longer(first)).toMatchObject([{ untilBefore: first, until: second, words }])
    expect(await longer(null)).toMatchObject([
      { untilBefore: null, words: [`Until: ended manually → ${isoTime(second)}`] },
    ])
  })

  it('that ends a hold early has on record when that was to end', async () => {
    const present = { ...CHANGE.present, Mode: 1 }
    const holdBefore = { mode: 1, until: CHANGE.at + 60_000, by: '', why: '' }
    const recordOf = async (values: Record<string, number>, at = CHANGE.at) => {
      const device = new FakeDevice(present)
      await (await writeChange(device.call, { ...CHANGE, at, present, values, holdBefore })).settled
      return device.records[0]
    }
    const ended = await recordOf({ Mode: 4 })
    expect(ended).toMatchObject({
      untilBefore: holdBefore.until,
      words: ['Mode: 1 (route1) → 4 (automatic)', `Until: ${isoTime(holdBefore.until)} → ended at once`],
    })
    expect(ended).not.toHaveProperty('until')
    expect(await recordOf({ Pr2_X1: 35 })).not.toHaveProperty('untilBefore')
    expect(await recordOf({ Mode: 4 }, holdBefore.until)).not.toHaveProperty('untilBefore')
  })

  it('of a mode whose hold was written and that was refused itself says so', async () => {
    const hold = { mode: 1, until: 1_795_312_800_000, by: '', why: '' }
    const device = new FakeDevice(CHANGE.present, { 2: refusal })
    await expect(writeChange(device.call, { ...CHANGE, values: { Mode: 1 }, hold })).rejects.toBe(refusal)
    expect(device.records).toMatchObject([{ state: 'partly', said: 'Too long' }])
    expect(device.attributes.Mode).toBe(4)
  })

  it('changes nothing if it cannot be recorded', async () => {
    const device = new FakeDevice(CHANGE.present, { 0: lost })
    await expect(writeChange(device.call, CHANGE)).rejects.toBe(lost)
    expect(device.attributes).toEqual(CHANGE.present)
  })

  it('that is refused is recorded as refused, with what was said', async () => {
    const device = new FakeDevice(CHANGE.present, { 1: refusal })
    await expect(writeChange(device.call, CHANGE)).rejects.toBe(refusal)
    expect(device.records).toMatchObject([{ state: 'refused', said: 'Too long' }])
    expect(device.attributes).toEqual(CHANGE.present)
  })

  it('that got no answer stays begun, and the same change again leaves one record', async () => {
    const device = new FakeDevice(CHANGE.present, { 1: lost })
    await expect(writeChange(device.call, CHANGE)).rejects.toBe(lost)
    expect(device.records).toMatchObject([{ state: 'begun' }])
    await (await writeChange(device.call, CHANGE)).settled
    expect(device.records).toMatchObject([{ state: 'written' }])
  })

  it('is done though its last record fails, once or for good', async () => {
    const once = new FakeDevice(CHANGE.present, { 2: lost })
    await (await writeChange(once.call, CHANGE)).settled
    expect(once.records).toMatchObject([{ state: 'written' }])
    const forGood = new FakeDevice(CHANGE.present, { 2: lost, 3: refusal })
    await (await writeChange(forGood.call, CHANGE)).settled
    expect(forGood.records).toMatchObject([{ state: 'begun' }])
    expect(forGood.attributes.Pr2_X1).toBe(35)
  })

  it('removes what is null after it has written the rest, and says so if only that failed', async () => {
    const values = { Pr2_X1: 40, Mode: null }
    const device = new FakeDevice(CHANGE.present)
    await (await writeChange(device.call, { ...CHANGE, values })).settled
    expect(device.made).toEqual(['record begun', 'saveAttributes', 'deleteAttributes', 'record written'])
    expect(device.attributes).toEqual({ Hour: 7, firmware: 'x', Pr2_X1: 40 })
    const half = new FakeDevice(CHANGE.present, { 2: refusal })
    await expect(writeChange(half.call, { ...CHANGE, values })).rejects.toBe(refusal)
    expect(half.records).toMatchObject([{ state: 'partly', said: 'Too long' }])
  })

  it('of the clock is asked for its time at the last moment, and has no time before', async () => {
    let second = 7
    const values = () => ({ Year: 2026, Month: 11, Day: 22, Hour: 7, Minute: 12, Second: second++ })
    const device = new FakeDevice(CHANGE.present)
    await (await writeChange(device.call, { ...CHANGE, values })).settled
    expect(device.attributes.Second).toBe(8)
    expect(device.records).toMatchObject([
      { words: ['Clock: set to 2026-11-22 07:12:08'], before: { Pr2_X1: 30, Mode: 4 } },
    ])
  })

  it('never lacks its record and never claims too much, whichever calls fail', async () => {
    const failures = fc.dictionary(fc.constantFrom('0', '1', '2', '3', '4'), fc.constantFrom(refusal, lost))
    await fc.assert(
      fc.asyncProperty(failures, fc.boolean(), async (failing, removes) => {
        const device = new FakeDevice(CHANGE.present, failing)
        const values = removes ? { Pr2_X1: 35, Mode: null } : { Pr2_X1: 35 }
        const done = await writeChange(device.call, { ...CHANGE, values }).then(
          ({ settled }) => settled.then(() => true),
          () => false,
        )
        const isChanged = !isSameValue(device.attributes, CHANGE.present)
        const isWhole = device.attributes.Pr2_X1 === 35 && (!removes || !('Mode' in device.attributes))
        if (isChanged) expect(device.records).toHaveLength(1)
        if (done || device.records[0]?.state === 'written') expect(isWhole).toBe(true)
        if (device.records[0]?.state === 'refused') expect(isChanged).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('is plain JSON that names who and when first', async () => {
    const device = new FakeDevice(CHANGE.present)
    await (await writeChange(device.call, CHANGE)).settled
    const text = JSON.stringify(device.values.at(-1))
    expect(Object.keys(JSON.parse(text)).slice(0, 4)).toEqual(['v', 'id', 'at', 'by'])
    expect(parseChangeRecord(CHANGE.at, text)).toBeDefined()
  })
})
