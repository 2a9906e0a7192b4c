import { QueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
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
const end = () => act(() => lastSocket()?.end())
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
