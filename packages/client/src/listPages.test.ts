import { UnexpectedReplyError } from './callErrors.ts'
import { expect, test } from 'vitest'
import { allRows, listPagesByTime, type PageFrom } from './listPages.ts'

const ROWS = [1, 2, 2, 2, 3].map((createdTime, id) => ({ id, createdTime }))

/** Returns the pages of a list of two rows a page, and how each was asked for. */
async function readAll(answer: (from: PageFrom) => { readonly data: typeof ROWS; readonly hasNext: boolean }) {
  const asked: PageFrom[] = []
  const read = new Set<number>()
  const pages = listPagesByTime(async (from) => {
    asked.push(from)
    return { ...answer(from), totalElements: 0, totalPages: 0 }
  })
  for await (const page of pages) for (const { id } of page) read.add(id)
  return { asked, read: [...read] }
}

test('a list is read from one moment to the next, and a moment of many rows page by page', async () => {
  const { asked, read } = await readAll(({ startTime, page }) => {
    const left = ROWS.filter(({ createdTime }) => createdTime >= Number(startTime))
    return { data: left.slice(page * 2, page * 2 + 2), hasNext: left.length > page * 2 + 2 }
  })
  expect(read).toEqual([0, 1, 2, 3, 4])
  expect(asked.map(({ startTime, page }) => `${startTime} ${page}`)).toEqual(['0 0', '2 0', '2 1'])
})

test('an empty page is the end, whatever the platform says', async () => {
  expect(await allRows(async (page) => ({ data: page === 0 ? ROWS : [], hasNext: true }))).toEqual(ROWS)
  expect(await readAll(() => ({ data: [], hasNext: true }))).toMatchObject({ read: [] })
})

test('a platform that gives the same page for ever is told from one that has many rows', async () => {
  await expect(readAll(() => ({ data: ROWS, hasNext: true }))).rejects.toThrow(UnexpectedReplyError)
})

test('a list that does not end is given up before it fills the memory, and pages may be of any length', async () => {
  const long = Array.from({ length: 300_000 }, () => 1)
  expect(await allRows(async () => ({ data: long, hasNext: false }))).toHaveLength(300_000)
  let pages = 0
  const endless = async () => {
    pages += 1
    return { data: long, hasNext: true }
  }
  await expect(allRows(endless)).rejects.toThrow(UnexpectedReplyError)
  expect(pages).toBe(4)
})
