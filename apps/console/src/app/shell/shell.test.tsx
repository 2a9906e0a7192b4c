import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { session, startSession } from '../../data/session.ts'
import { testCorridor } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const openMenu = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: /User menu/ }))
  return screen.findByRole('menu')
}

beforeEach(() => {
  session.signOut()
  stubPlatform({ 'POST /api/auth/logout': undefined })
})

describe('[spec 2 shell]', () => {
  test('the top bar has logo, product title and the links of a tenant administrator', async () => {
    signInForTest()
    renderConsole('/nowhere')
    const bar = within(await screen.findByRole('banner'))
    const brand = bar.getByRole('link', { name: 'Greenwave' })
    expect(brand).toHaveAttribute('href', '/')
    expect(brand.querySelectorAll('[aria-hidden] > span')).toHaveLength(3)
    const links = within(bar.getByRole('navigation')).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Now', '/now'],
      ['Dashboard', '/'],
      ['Devices', '/devices'],
      ['Corridors', '/corridors'],
      ['Changes', '/changes'],
      ['Reports', '/reports'],
      ['Customers', '/customers'],
    ])
  })

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

  test('[spec 4 logout] the entry Sign out removes both tokens, tells the platform, and leads to /login', async () => {
    const user = userEvent.setup()
    const stop = startSession()
    signInForTest()
    const token = localStorage.getItem('token')
    const { calls } = stubPlatform({ 'POST /api/auth/logout': undefined })
    renderConsole('/nowhere')
    await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Sign out' }))
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect([localStorage.getItem('token'), localStorage.getItem('refreshToken')]).toEqual([null, null])
    expect(calls.find(({ path }) => path === '/api/auth/logout')?.token).toBe(token)
    stop()
  })

  test('signing out works while the platform is away', async () => {
    const user = userEvent.setup()
    signInForTest()
    stubPlatform({ 'POST /api/auth/logout': new TypeError('Failed to fetch') })
    renderConsole('/nowhere')
    await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Sign out' }))
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  })

  test('the footer shows the contact details that the installation gives, and the product without any', async () => {
    signInForTest()
    renderConsole('/nowhere')
    const footer = await screen.findByRole('contentinfo')
    expect(footer.firstElementChild).toHaveTextContent(/^Greenwave$/)
    expect(within(footer).queryByRole('link')).toBeNull()
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
