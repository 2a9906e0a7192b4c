import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { cabinetPath } from '../data/cabinet.ts'
import { session } from '../data/session.ts'
import { errorAnswer, signInForTest, stubPlatform, testTokens } from '../test/stubPlatform.ts'
import { firstParts } from './firstParts.ts'
import { Look } from './Look.tsx'
import { Start } from './Start.tsx'

const NO_DEVICES = { data: [], totalPages: 0, totalElements: 0, hasNext: false }

beforeEach(() => {
  stubPlatform({
    'GET /api/tenant/deviceInfos': NO_DEVICES,
    'GET /api/customers': NO_DEVICES,
    'GET /api/noauth/oauth2Clients': [],
    'POST /api/auth/login': () => testTokens(),
    'POST /api/auth/logout': undefined,
    'POST /api/noauth/greenwave/email': errorAnswer(400, 'This link is no longer valid', 31),
  })
})

function startAt(address: string): void {
  history.replaceState(null, '', address)
  render(
    <Look env="test">
      <Start />
    </Look>,
  )
}

const atLogin = () => screen.findByRole('heading', { name: 'Welcome Back' })

test('without a session every address becomes the sign-in page, and the dashboard follows the sign-in', async () => {
  const user = userEvent.setup()
  startAt('/devices?page=2')
  await atLogin()
  expect(location.pathname + location.search).toBe('/login')
  await user.type(screen.getByLabelText('Account'), 'admin@greenwave.test')
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'greenwave')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByRole('button', { name: 'Find anything' })).toBeVisible()
  expect(location.pathname).toBe('/')
})

test('the code at a cabinet leads to the works on its junction after the sign-in, once', async () => {
  const deviceId = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
  startAt(cabinetPath(deviceId))
  await atLogin()
  expect(location.pathname).toBe('/login')
  await act(async () => signInForTest())
  expect(await screen.findByRole('button', { name: 'Find anything' })).toBeVisible()
  expect([location.pathname, new URLSearchParams(location.search).get('junction')]).toEqual([
    '/changes/works',
    deviceId,
  ])
  expect(sessionStorage).toHaveLength(0)
})

test('a sign-in in another tab opens the console here, too, and a sign-out then leads to the sign-in page', async () => {
  startAt('/login')
  await atLogin()
  await act(async () => signInForTest())
  expect(await screen.findByRole('button', { name: 'Find anything' })).toBeVisible()
  await act(async () => session.signOut())
  await atLogin()
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

test('a page before the sign-in that has a route of its own is opened', async () => {
  startAt('/login/confirmEmail#the-token')
  expect(await screen.findByText('This link is no longer valid')).toBeVisible()
  expect(location.pathname).toBe('/login/confirmEmail')
})

test('with a session the page of the address opens', async () => {
  signInForTest()
  startAt('/nowhere')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a sign-in page that fails says so, and can be tried again', async () => {
  // React reports every error that a boundary catches.
  const reported = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const title = vi.spyOn(document, 'title', 'set').mockImplementationOnce(() => {
    throw new Error('a fault in the page')
  })
  startAt('/login')
  expect(await screen.findByRole('heading', { name: 'This page failed' })).toBeVisible()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await atLogin()
  title.mockRestore()
  reported.mockRestore()
})

test('the first file requests the sign-in page alone, or, where there is a session, routes and shell with the pages opened most', async () => {
  const at = (address: string) => {
    history.replaceState(null, '', address)
    return firstParts()
  }
  const pages = async (address: string) =>
    (await Promise.all(at(address).map((load) => load()))).flatMap((loaded) =>
      Object.keys(Object(loaded)).filter((name) => name.endsWith('Route') || name.endsWith('Screen')),
    )
  expect(await pages('/')).toEqual(['LoginScreen'])
  signInForTest()
  expect(at('/shifts')).toHaveLength(2)
  expect(await pages('/')).toEqual(['DashboardRoute'])
  expect(await pages('/now?view=wall')).toEqual(['NowRoute'])
  expect(await pages('/devices')).toEqual([])
  expect(await pages('/devices/5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10')).toEqual(['DeviceRoute'])
  const asked = vi.spyOn(window, 'matchMedia')
  asked.mockReturnValue(Object.assign(window.matchMedia(''), { matches: true }))
  expect(await pages('/')).toEqual(['CardRoute'])
  expect(await pages('/?device=1')).toEqual(['DashboardRoute'])
  asked.mockRestore()
})
