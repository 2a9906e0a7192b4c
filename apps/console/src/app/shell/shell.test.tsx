import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { session } from '../../data/session.ts'
import { testCorridor } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const openMenu = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: /User menu/ }))
  return screen.findByRole('menu')
}

beforeEach(() => {
  stubPlatform({ 'POST /api/auth/logout': undefined })
})

describe('[spec 2 shell]', () => {
  test.each([
    ['with a corridor', [testCorridor(1, [])], true],
    ['without one', [], false],
  ])('a customer user %s has a link to the corridors only then', async (_, data, isShown) => {
    signInForTest({ scope: 'CUSTOMER_USER' })
    const state = session.getState()
    const customerId = state.state === 'signedIn' ? state.user.customerId : ''
    const { calls } = stubPlatform({
      [`GET /api/customer/${customerId}/assetInfos`]: {
        data,
        totalPages: 1,
        totalElements: data.length,
        hasNext: false,
      },
    })
    renderConsole('/nowhere')
    const bar = within(await screen.findByRole('banner'))
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/assetInfos'))).toBe(true))
    const links = isShown
      ? ['Now', 'Dashboard', 'Devices', 'Corridors', 'Reports']
      : ['Now', 'Dashboard', 'Devices', 'Reports']
    await waitFor(() =>
      expect(
        bar
          .getAllByRole('link')
          .map(({ textContent }) => textContent)
          .slice(1),
      ).toEqual(links),
    )
  })

  test('the entry Changes leads to the changes of all junctions', async () => {
    const user = userEvent.setup()
    signInForTest({ scope: 'CUSTOMER_USER' })
    const { router } = renderConsole('/nowhere')
    await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Changes' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/changes'))
    expect(router.state.location.search).toEqual({})
  })

  test('signing out works while the platform is away', async () => {
    const user = userEvent.setup()
    signInForTest()
    stubPlatform({ 'POST /api/auth/logout': new TypeError('Failed to fetch') })
    renderConsole('/nowhere')
    await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Sign out' }))
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  })

  test('the first stop of the keyboard skips to the content', async () => {
    const user = userEvent.setup()
    signInForTest()
    renderConsole('/nowhere')
    await screen.findByRole('banner')
    await user.tab()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    expect(document.querySelector('#content')).toBe(screen.getByRole('main'))
  })
})
