import type { HistoryStep } from '@greenwave/changes/changeHistory'
import type { HistoryEntry } from '@greenwave/changes/historyEntry'
import { expect, it } from 'vitest'
import { outsideChange, recordedChange } from '../../../test/changes.ts'
import { ChangeList } from './ChangeList.ts'

const entry = (atMs: number, by = 'mai') => outsideChange({ atMs, by })

async function* stepsOf(...steps: readonly (readonly HistoryEntry[])[]): AsyncGenerator<HistoryStep> {
  for (const entries of steps) yield { entries, hasAudit: false, reachedMs: entries.at(-1)?.atMs ?? 0 }
}

const thirty = Array.from({ length: 30 }, (_, nth) => entry(1000 - nth))

it('is read as far as it is asked for, in order, without what the filters leave out', async () => {
  const list = new ChangeList(
    () => stepsOf([entry(990), entry(1010)], thirty, [entry(5, 'lan')], [entry(4)]),
    ({ kind, ...rest }) => kind === 'outside' && 'by' in rest && rest.by === 'mai',
  )
  list.subscribe(() => undefined)
  await expect.poll(() => list.state().status).toBe('more')
  expect(list.state().entries).toHaveLength(32)
  expect(list.state().entries[0]?.atMs).toBe(1010)
  expect(list.state()).toMatchObject({ reachedMs: 971, hasAudit: false })
  list.more()
  await expect.poll(() => list.state().status).toBe('done')
  expect(
    list
      .state()
      .entries.map(({ atMs }) => atMs)
      .at(-1),
  ).toBe(4)
  expect(list.state().entries).toHaveLength(33)
})

it('that failed keeps what was shown, and begins at the end again', async () => {
  let fails = true
  const list = new ChangeList(
    async function* () {
      yield { entries: thirty, hasAudit: true, reachedMs: 900 }
      if (fails) throw new Error('gone')
    },
    () => true,
  )
  list.subscribe(() => undefined)
  await expect.poll(() => list.state().status).toBe('more')
  list.more()
  await expect.poll(() => list.state().status).toBe('failed')
  expect(list.state().entries).toHaveLength(30)
  fails = false
  list.more()
  await expect.poll(() => list.state().status).toBe('more')
  expect(list.state()).toMatchObject({ error: undefined, reachedMs: 900 })
})

it('ends its read when nobody looks any more, and begins again when somebody does', async () => {
  const signals: AbortSignal[] = []
  const list = new ChangeList(
    (signal) => {
      signals.push(signal)
      return stepsOf(thirty)
    },
    () => true,
  )
  list.subscribe(() => undefined)()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  list.subscribe(() => undefined)
  await expect.poll(() => list.state().entries).toHaveLength(30)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

const ofBatch = (nth: number, batch: string) =>
  recordedChange({ deviceId: `d${nth}`, atMs: 100_000 - nth, change: { batch } })

it('changes that were made at many junctions as one count as one row, and do not hide what was changed before', async () => {
  const rollout = Array.from({ length: 215 }, (_, nth) => [ofBatch(nth, 'b')])
  const list = new ChangeList(
    () => stepsOf(...rollout, ...thirty.map((one) => [one])),
    () => true,
  )
  const shown: number[] = []
  list.subscribe(() => void shown.push(list.state().entries.length))
  await expect.poll(() => list.state().status).toBe('more')
  expect(list.state().entries).toHaveLength(215 + 19)
  // As soon as there is as much as a list without a rollout begins with.
  expect(shown).toContain(20)
})

it('what is read again stays as it was shown until all of it has come', async () => {
  const rollout = Array.from({ length: 60 }, (_, nth) => [ofBatch(nth, 'b')])
  const list = new ChangeList(
    () => stepsOf(...rollout),
    () => true,
  )
  const shown: number[] = []
  list.subscribe(() => void shown.push(list.state().entries.length))
  await expect.poll(() => list.state().status).toBe('done')
  shown.length = 0
  list.again()
  await expect.poll(() => list.state().status).toBe('done')
  expect(new Set(shown)).toEqual(new Set([60]))
})

it('a batch of more junctions than a rollout can have is read in parts', async () => {
  const many = Array.from({ length: 700 }, (_, nth) => [ofBatch(nth, 'b')])
  const list = new ChangeList(
    () => stepsOf(...many),
    () => true,
  )
  list.subscribe(() => undefined)
  await expect.poll(() => list.state().status).toBe('more')
  expect(list.state().entries).toHaveLength(600)
  list.more()
  await expect.poll(() => list.state().status).toBe('done')
  expect(list.state().entries).toHaveLength(700)
})
