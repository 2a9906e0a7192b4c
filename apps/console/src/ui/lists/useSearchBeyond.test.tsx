import type { Page, PageRequest } from '@greenwave/contract/wire/page'
import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { testPage } from '../../test/records.ts'
import { useSearchBeyond } from './useSearchBeyond.ts'

interface Street {
  readonly id: { readonly id: string }
  readonly name: string
}
const street = (name: string): Street => ({ id: { id: name }, name })

/** Follows a search whose answers the test gives, by text. */
function follow(hasMore = true) {
  const answers = new Map<string, PromiseWithResolvers<Page<Street>>>()
  const read = vi.fn((request: PageRequest) =>
    queryOptions({
      queryKey: ['streets', request] as const,
      queryFn: () => {
        const answer = Promise.withResolvers<Page<Street>>()
        answers.set(request.textSearch ?? '', answer)
        return answer.promise
      },
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, rerender } = renderHook(
    ({ text }) =>
      useSearchBeyond({ text, hasMore, request: { pageSize: 5 }, read, searched: ({ name }: Street) => [name] }),
    { wrapper, initialProps: { text: '' } },
  )
  return {
    answers,
    type: (text: string) => rerender({ text }),
    isAsked: (text: string) => waitFor(() => expect([...answers.keys()]).toContain(text)),
    answer: (text: string, page: Page<Street>) => act(async () => answers.get(text)?.resolve(page)),
    found: () => result.current.rows.map(({ name }) => name),
    state: () => result.current,
  }
}

test('the platform is asked once the typing pauses, and its answer is that of the present text alone', async () => {
  const search = follow()
  search.type('l')
  search.type('lê')
  expect(search.state()).toMatchObject({ isNeeded: true, isAsking: true, rows: [] })
  await search.isAsked('lê')
  expect([...search.answers.keys()]).toEqual(['lê'])
  search.type('hàm')
  await search.answer('lê', testPage([street('Lê Lợi')]))
  expect(search.found()).toEqual([])
  await search.isAsked('hàm')
  await search.answer('hàm', { ...testPage([street('Hàm Nghi')], 9, 5), hasNext: true })
  await waitFor(() => expect(search.state()).toMatchObject({ isAsking: false, isPart: true }))
  expect(search.found()).toEqual(['Hàm Nghi'])
})

test('until the next answer, what was found stays as far as it matches', async () => {
  const search = follow()
  search.type('le')
  await search.isAsked('le')
  await search.answer('le', testPage([street('Lê Lợi'), street('Lê Lai')]))
  await waitFor(() => expect(search.found()).toEqual(['Lê Lợi', 'Lê Lai']))
  search.type('le lo')
  expect(search.found()).toEqual(['Lê Lợi'])
  expect(search.state().isAsking).toBe(true)
})

test('nobody is asked without a text, nor where everything is loaded', async () => {
  const all = follow(false)
  all.type('le')
  expect(all.state()).toMatchObject({ isNeeded: false, isAsking: false })
  const blank = follow()
  blank.type('  ')
  expect(blank.state()).toMatchObject({ isNeeded: false, isAsking: false, rows: [] })
  const other = follow()
  other.type('le')
  await other.isAsked('le')
  expect([...all.answers.keys(), ...blank.answers.keys()]).toEqual([])
})

test('a failure counts for the text that it is about', async () => {
  const search = follow()
  search.type('le')
  await search.isAsked('le')
  await act(async () => search.answers.get('le')?.reject(new Error('broken')))
  await waitFor(() => expect(search.state().error?.message).toBe('broken'))
  search.type('lê l')
  expect(search.state()).toMatchObject({ error: null, isAsking: true })
})
