import { act, renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { ApiError, InvalidScopeError, NetworkError } from '../../data/apiErrors.ts'
import { renderPart } from '../../test/renderParts.tsx'
import { notifyError, notifySuccess } from '../notices/notify.tsx'
import { Card } from '../page/Card.tsx'
import { useHighlight } from '../page/useHighlight.ts'
import { ErrorState } from '../states/ErrorState.tsx'
import { Pager } from './Pager.tsx'
import { SearchBox } from './SearchBox.tsx'
import { nextSort, type Sort, SortHeader } from './SortHeader.tsx'

function Search() {
  const [text, setText] = useState('')
  return <SearchBox value={text} onChange={setText} placeholder="Search devices..." />
}

function Headings() {
  const [sort, setSort] = useState<Sort<'title' | 'email'>>({ property: 'title', order: 'ASC' })
  return (
    <table>
      <thead>
        <tr>
          <SortHeader label="Title" property="title" sort={sort} onSort={setSort} />
          <SortHeader label="Email" property="email" sort={sort} onSort={setSort} />
        </tr>
      </thead>
    </table>
  )
}

describe('a pager', () => {
  test('counts pages from zero and shows them from one; Previous ends at the first, Next at the last', async () => {
    const user = userEvent.setup()
    const onPage = vi.fn()
    const { rerender } = renderPart(<Pager page={0} hasNext onPage={onPage} label="Devices" />)
    expect(screen.getByText('Page 1')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(onPage).toHaveBeenLastCalledWith(1)
    rerender(<Pager page={2} hasNext={false} onPage={onPage} label="Devices" />)
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(onPage).toHaveBeenLastCalledWith(1)
  })
})

test('a search box is named by its placeholder, and is cleared by its button and by Escape', async () => {
  const user = userEvent.setup()
  renderPart(<Search />)
  const box = screen.getByRole('searchbox', { name: 'Search devices...' })
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
  await user.type(box, 'lê lợi')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(box).toHaveValue('')
  await user.type(box, 'x{Escape}')
  expect(box).toHaveValue('')
})

test('[spec 2 customers] a heading sorts ascending, then descending, and says which', async () => {
  const user = userEvent.setup()
  renderPart(<Headings />)
  const sorts = () => screen.getAllByRole('columnheader').map((heading) => heading.getAttribute('aria-sort'))
  expect(sorts()).toEqual(['ascending', 'none'])
  await user.click(screen.getByRole('button', { name: 'Title' }))
  expect(sorts()).toEqual(['descending', 'none'])
  await user.click(screen.getByRole('button', { name: 'Email' }))
  expect(sorts()).toEqual(['none', 'ascending'])
  expect(nextSort({ property: 'email', order: 'DESC' }, 'email')).toEqual({ property: 'email', order: 'ASC' })
})

describe('in the place of what could not be loaded', () => {
  test('[spec 8 devices] stands the server message when present, otherwise the fallback, and a way to try again', async () => {
    const user = userEvent.setup()
    const onRetry = vi.fn()
    const { rerender } = renderPart(
      <ErrorState
        error={new ApiError(500, 46, 'Database error')}
        fallback="Failed to load devices"
        onRetry={onRetry}
      />,
    )
    expect(screen.getByRole('alert')).toHaveTextContent('Database error')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
    rerender(<ErrorState error={new NetworkError('x')} fallback="Failed to load devices" />)
    expect(screen.getByRole('alert')).toHaveTextContent(/^Failed to load devices$/)
  })

  test('[spec 6 other scope] a wrong scope is shown with both of its messages', () => {
    renderPart(
      <ErrorState error={new InvalidScopeError()} fallback="Failed to load devices" onRetry={() => undefined} />,
    )
    expect(screen.getByText('Unauthorized: Invalid user scope')).toBeVisible()
    expect(screen.getByText('Failed to load devices')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('missing rights are reported as such, in place, and are not tried again', () => {
    renderPart(<ErrorState error={new ApiError(403, 20)} fallback="Failed to fetch users" onRetry={() => undefined} />)
    expect(screen.getByRole('alert')).toHaveTextContent('You have no permission for this.')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test.each([
    [403, "You don't have permission to perform this operation!"],
    [404, 'Device with id [7] is not found'],
  ])('what may not be seen or is not there is shown in one sentence with one way out: %i', (status, words) => {
    renderPart(
      <ErrorState
        error={new ApiError(status, 20, words)}
        fallback="Failed to fetch device details"
        onRetry={() => undefined}
        wayOut={<button type="button">Go to the devices</button>}
      />,
    )
    expect(screen.getByRole('alert')).toHaveTextContent(`${words}Go to the devices`)
    expect(screen.getAllByRole('button')).toHaveLength(1)
  })

  test('what broke can be tried again, and that is the one way out', () => {
    renderPart(
      <ErrorState
        error={new ApiError(500)}
        fallback="Failed to fetch device details"
        onRetry={() => undefined}
        wayOut={<button type="button">Go to the devices</button>}
      />,
    )
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch device detailsTry again')
  })
})

describe('[spec 4 timers] [spec 9 limits]', () => {
  test('a success goes after 3 seconds, an error stays until it is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    renderPart(<p>page</p>)
    act(() => {
      notifySuccess('Device deleted successfully')
      notifyError('Failed to delete device')
    })
    expect(screen.getByText('Device deleted successfully')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(2999))
    expect(screen.getByText('Device deleted successfully')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.queryByText('Device deleted successfully')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to delete device')
    expect(screen.getByRole('button', { name: 'Close' })).toBeEnabled()
    vi.useRealTimers()
  })

  test('a highlight lasts 2 seconds, counted from the last time it was lit', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { result } = renderHook(() => useHighlight())
    const light = () => act(() => result.current[1]())
    const isLit = () => result.current[0]
    const pass = (ms: number) =>
      act(() => {
        vi.advanceTimersByTime(ms)
      })
    light()
    pass(1500)
    light()
    pass(1999)
    expect(isLit()).toBe(true)
    pass(1)
    expect(isLit()).toBe(false)
    vi.useRealTimers()
  })
})

test('a card is named by its title, at its place in the outline of the page', () => {
  renderPart(
    <Card title="Plans" titleOrder={3}>
      six
    </Card>,
  )
  expect(screen.getByRole('region', { name: 'Plans' })).toHaveTextContent('six')
  expect(screen.getByRole('heading', { level: 3, name: 'Plans' })).toBeVisible()
})
