import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../../test/renderParts.tsx'
import { lazyPart } from './lazyPart.tsx'
import { PartLoading } from './PartLoading.tsx'

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
