import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLive } from '../../data/live.ts'
import { startSession } from '../../data/session.ts'
import { renderPart } from '../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { type StubSocket, stubSocket } from '../../test/stubSocket.ts'
import { LiveBadge } from './TopBar.tsx'
import { LiveBanner } from './LiveBanner.tsx'

let sockets: StubSocket[]
let stops: (() => void)[]

const LOST = 'Live data is lost. What is shown may be old.'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sockets = stubSocket()
  stubPlatform({})
  stops = [startSession(), startLive(new QueryClient())]
  act(() => signInForTest())
  renderPart(
    <>
      <LiveBadge />
      <LiveBanner />
    </>,
  )
})

afterEach(() => {
  act(() => {
    for (const stop of stops.reverse()) stop()
  })
})

const lastSocket = () => sockets[sockets.length - 1]
const accept = () => act(() => lastSocket()?.accept())
const end = (code?: number, reason?: string) => act(() => lastSocket()?.end(code, reason))
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('while it is live the badge says so, and no banner stands there', () => {
  expect(screen.getByText('Connecting')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  accept()
  expect(screen.getByText('Live')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says at once that live data is lost, counts the tries, and goes when live data is back', () => {
  accept()
  end()
  expect(screen.getByRole('alert')).toHaveTextContent(LOST)
  expect(screen.getByText('Reconnecting, try 1 of 5.')).toBeVisible()
  expect(screen.queryByText('Live')).toBeNull()
  pass(3000)
  end()
  expect(screen.getByText('Reconnecting, try 2 of 5.')).toBeVisible()
  pass(3000)
  accept()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Live')).toBeVisible()
})

test('[spec 4 reconnect] after five vain tries Reconnect tries again', () => {
  accept()
  end()
  for (let attempt = 1; attempt <= 5; attempt++) {
    pass(3000)
    end()
  }
  expect(screen.getByRole('alert')).toHaveTextContent(LOST)
  expect(screen.getByText('Not live')).toBeVisible()
  const before = sockets.length
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect' }))
  expect(sockets).toHaveLength(before + 1)
  // The data on screen is still old.
  expect(screen.getByRole('alert')).toHaveTextContent(LOST)
  accept()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says what the platform refused with', () => {
  accept()
  end(1008, 'Max tenant sessions limit reached!')
  expect(screen.getByText('The platform refused the connection: Max tenant sessions limit reached!')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reconnect' })).toBeEnabled()
})
