import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { OF_THINGSBOARD, signInForTest, stubPlatform } from '../../../test/stubPlatform.ts'
import { PhotosCard } from './PhotosCard.tsx'

const PATH = '/api/greenwave/photos/unused'

it('an administrator sees how many photos are unused and their size, and deletes them after a question', async () => {
  let left = { count: 12, bytes: 3_430_000 }
  signInForTest()
  stubPlatform({
    [`GET ${PATH}`]: () => left,
    [`DELETE ${PATH}`]: () => {
      const deleted = left
      left = { count: 0, bytes: 0 }
      return deleted
    },
  })
  renderPart(<PhotosCard />)
  expect(await screen.findByText('12 photos that nothing refers to, 3.5 MB')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Delete them' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('12 photos that nothing refers to, 3.5 MB')
  expect(left.count).toBe(12)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Xác nhận' }))
  expect(await screen.findByText('No photo is unused.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete them' })).toBeNull()
})

it('says nothing in front of another platform, which does not know', async () => {
  signInForTest()
  const { calls } = stubPlatform(OF_THINGSBOARD)
  renderPart(<PhotosCard />)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  expect(calls.map(({ path }) => path)).not.toContain(PATH)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText('No photo is unused.')).toBeNull()
})
