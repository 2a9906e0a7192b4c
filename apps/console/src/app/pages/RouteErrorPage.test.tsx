import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../data/log.ts'
import { renderPart } from '../../test/renderParts.tsx'
import { stubPlatform } from '../../test/stubPlatform.ts'
import { RouteErrorPage } from './RouteErrorPage.tsx'

// React reports every error that a boundary catches.
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function renderPage(page: () => string): void {
  const router = createRouter({
    routeTree: createRootRoute({ component: page }),
    history: createMemoryHistory(),
    defaultErrorComponent: RouteErrorPage,
  })
  renderPart(<RouterProvider router={router} />)
}

test('a page that throws says so, with the details folded away, and can be tried again', async () => {
  const user = userEvent.setup()
  let broken = true
  renderPage(() => {
    if (broken) throw new Error('a fault in the page')
    return 'fixed'
  })
  expect(await screen.findByRole('heading', { name: 'This page failed' })).toBeVisible()
  expect(screen.getByText('Error: a fault in the page')).not.toBeVisible()
  expect(screen.getByText('Something unexpected happened; what the platform holds is untouched.')).toBeVisible()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('fixed')).toBeVisible()
})

test('the last remarks are shown below the error, for troubleshooting', async () => {
  log('the live socket refused subscription 7')
  renderPage(() => {
    throw new Error('a fault in the page')
  })
  expect(
    await screen.findByText(/^Error: a fault in the page .*the live socket refused subscription 7$/),
  ).toBeInTheDocument()
})

test.each([
  'Failed to fetch dynamically imported module: https://x.test/assets/DevicesPage-1.js',
  'error loading dynamically imported module: https://x.test/assets/DevicesPage-1.js',
  'Importing a module script failed.',
])('a part of the console that did not arrive, though the platform answers, is notified apart: %s', async (message) => {
  stubPlatform({ 'HEAD /favicon.svg': undefined })
  renderPage(() => {
    throw new TypeError(message)
  })
  expect(await screen.findByRole('heading', { name: 'A part of the console is missing' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeEnabled()
})

test('without a connection it says so, and opens by itself when the network is back', async () => {
  const answers: Record<string, unknown> = { 'HEAD /favicon.svg': new TypeError('Failed to fetch') }
  stubPlatform(answers)
  let missing = true
  renderPage(() => {
    if (missing) throw new TypeError('Failed to fetch dynamically imported module: x')
    return 'the page'
  })
  expect(await screen.findByRole('heading', { name: 'No connection' })).toBeVisible()
  expect(screen.queryByText(/Something unexpected/)).toBeNull()
  missing = false
  answers['HEAD /favicon.svg'] = undefined
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('the page')).toBeVisible()
})
