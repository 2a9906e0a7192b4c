import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startSession } from '../data/session.ts'
import { renderConsole } from '../test/renderParts.tsx'

test('[spec 2 guard] [spec 2 shell] a spinner fills the window while the session loads, then /login follows', async () => {
  const { router } = renderConsole('/devices')
  expect(within(await screen.findByRole('status')).getByLabelText('Loading your session')).toBeVisible()
  expect(router.state.location.pathname).toBe('/devices')
  const stop = await act(async () => startSession())
  expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/login')
  stop()
})
