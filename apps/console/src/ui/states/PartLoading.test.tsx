import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../../test/renderParts.tsx'
import { lazyPart } from './lazyPart.tsx'
import { PartLoading, RowPlace } from './PartLoading.tsx'

test('a part that does not load says so in its place, and what is beside it stays', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const Gone = lazyPart<object>(() => Promise.reject(new TypeError('Failed to fetch')))
  renderPart(
    <>
      <p>beside it</p>
      <PartLoading meanwhile={<p>coming</p>}>
        <Gone />
      </PartLoading>
      <PartLoading failed={<p>in words of its own</p>}>
        <Gone />
      </PartLoading>
    </>,
  )
  expect(screen.getByText('coming')).toBeVisible()
  expect(await screen.findByRole('alert')).toHaveTextContent('This part could not be loaded')
  expect(screen.getByText('in words of its own')).toBeVisible()
  expect(screen.getByText('beside it')).toBeVisible()
  logged.mockRestore()
})

function Row({ ms }: { ms: number }) {
  return <p>{new Date(ms).toISOString()}</p>
}

test('a row that cannot be shown leaves the other rows and the page as they are', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  renderPart(
    [0, 9e15, 1000].map((ms) => (
      <RowPlace key={ms}>
        <Row ms={ms} />
      </RowPlace>
    )),
  )
  expect(screen.getByText('1970-01-01T00:00:00.000Z')).toBeVisible()
  expect(screen.getByText('1970-01-01T00:00:01.000Z')).toBeVisible()
  expect(screen.getAllByText('This row cannot be shown.')).toHaveLength(1)
  logged.mockRestore()
})
