import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../data/log.ts'
import { renderPart } from '../../test/renderParts.tsx'
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
    return 'mended'
  })
  expect(await screen.findByRole('heading', { name: 'This page failed' })).toBeVisible()
  expect(screen.getByText('Error: a fault in the page')).not.toBeVisible()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('mended')).toBeVisible()
})

test('what was logged before stands below the error, for whoever looks for the fault', async () => {
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
])('a part of the console that did not arrive is told apart: %s', async (message) => {
  renderPage(() => {
    throw new TypeError(message)
  })
  expect(await screen.findByText(/could not be loaded/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeEnabled()
})
