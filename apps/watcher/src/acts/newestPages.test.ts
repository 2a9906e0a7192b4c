import { type PlayedArguments, playedCalls } from '@greenwave/client/testing/playedCalls'
import { expect, test } from 'vitest'
import { NewestPages } from './newestPages.ts'

/** Pages over a platform that says of each junction when it was asked; those in `gone` it does not have. */
function playedPages(ids: readonly string[], gone: ReadonlySet<string> = new Set()) {
  const asked: string[][] = []
  const waiting = new Set(ids)
  const call = playedCalls((_, { body }: PlayedArguments) => {
    const { entityFilter, pageLink } = body as {
      entityFilter: { entityList: string[] }
      pageLink: { pageSize: number }
    }
    asked.push(entityFilter.entityList)
    const event = { v: 1, kind: 'mode', at: asked.length, mode: 4 }
    const latest = {
      TIME_SERIES: { gw_event: { ts: 1, value: JSON.stringify(event) }, gw_cycle: { ts: 0, value: '' } },
    }
    const found = entityFilter.entityList.filter((id) => !gone.has(id)).slice(0, pageLink.pageSize)
    return { data: found.map((id) => ({ entityId: { entityType: 'DEVICE', id }, latest })), hasNext: false }
  })
  return { asked, waiting, pages: new NewestPages(call, () => waiting) }
}

test('the newest records of all junctions that wait take a call for each fifty', async () => {
  const ids = Array.from({ length: 120 }, (_, nth) => `junction-${nth}`)
  const { asked, waiting, pages } = playedPages(ids)
  for (const id of ids) {
    expect(await pages.take(id)).toMatchObject({ event: { kind: 'mode' }, record: undefined, settings: undefined })
    waiting.delete(id)
  }
  expect(asked.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(asked.flat()).toEqual(ids)
})

test('what was read of a junction is read again after it was forgotten, and after it was taken', async () => {
  const { asked, pages } = playedPages(['a', 'b'])
  await pages.take('a')
  pages.forget('b')
  expect((await pages.take('b'))?.event?.at).toBe(2)
  expect((await pages.take('b'))?.event?.at).toBe(3)
  expect(asked).toHaveLength(3)
})

test('a junction that the platform does not have any more has no records', async () => {
  const { pages } = playedPages(['a', 'b'], new Set(['a']))
  expect(await pages.take('a')).toBeUndefined()
  expect(await pages.take('b')).toBeDefined()
})
