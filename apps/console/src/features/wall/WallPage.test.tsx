/** @file The wall in the whole console: tiles, what it says when it is not so now, and how one leaves it. */
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { acceptedSocket, followedId } from '../../test/liveSocket.ts'
import { testAlarm, testDevice, testPage, WATCH_ASSET } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, signInForTest, startSessionForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

const device = testDevice(1, { label: 'Võ Thị Sáu – Hai Bà Trưng' })
const conflict = testAlarm(20, device, {
  type: 'Conflicting green',
  severity: 'CRITICAL',
  startTs: Date.now() - 270_000,
  details: { code: 'conflict', text: 'Phases 1 and 2 have the road', facts: { phases: [1, 2] } },
})
const clock = testAlarm(21, device, { severity: 'MINOR', details: { code: 'clock', facts: { aheadSeconds: 41 } } })

/** There is no layout here: everything is as large as this. */
class LargeScreen implements ResizeObserver {
  readonly #callback: ResizeObserverCallback
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback
  }
  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, 1900, 800)
    const entry = { target, contentRect, borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] }
    queueMicrotask(() => this.#callback([entry], this))
  }
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  signInForTest()
  startSessionForTest()
  vi.stubGlobal('ResizeObserver', LargeScreen)
})

/** Opens the wall with these active alarms. */
async function open(alarms: unknown, levels: readonly number[], unknown = 0, answers: Record<string, unknown> = {}) {
  const sockets = stubSocket()
  stubPlatform({
    'GET /api/tenant/assetInfos': testPage([WATCH_ASSET]),
    'GET /api/v2/alarms': alarms,
    'POST /api/entitiesQuery/find': testPage([]),
    'GET /api/system/info': {},
    ...answers,
  })
  const { router, container } = renderConsole('/now?view=wall')
  await screen.findByRole('heading', { name: 'Wall', level: 1 })
  const socket = await acceptedSocket(sockets)
  const pulse = async (atMs = Date.now()) => {
    const cmdId = await followedId(socket, { entityId: WATCH_ASSET.id.id })
    const value = JSON.stringify({ at: atMs, levels, unknown, revision: atMs })
    act(() => socket.frame(cmdId, { gw_watch_1of1: [[Date.now(), value]] }))
  }
  await pulse()
  return { router, pulse, socket, sockets, wall: () => container.querySelector('[data-scheme]') }
}

it('has a tile for each junction with the worst that is wrong there, and nothing of the shell', async () => {
  await open(testPage([clock, conflict]), [984, 0, 0, 0, 0, 1])
  const tiles = await screen.findByRole('list', { name: 'Incidents, the worst first' })
  const [first, ...others] = within(tiles).getAllByRole('listitem')
  expect(others).toEqual([])
  expect(first).toHaveTextContent('Võ Thị Sáu – Hai Bà Trưng')
  expect(first).toHaveTextContent('Phases 1 and 2 have the road at the same time')
  expect(first).toHaveTextContent(/since .* · 4 min · and 1 more incident/)
  const counts = screen.getByRole('list', { name: 'State of all junctions' })
  expect(counts).toHaveTextContent(/1\s*danger\s*984\s*healthy/)
  expect(screen.getByRole('img', { name: '984 healthy' })).toBeInTheDocument()
  for (const role of ['banner', 'navigation', 'contentinfo', 'button']) expect(screen.queryByRole(role)).toBeNull()
})

it('says who is on it, or that it was acknowledged', async () => {
  const assignee = { id: { id: device.id.id }, firstName: 'Lan', lastName: 'Ngô', email: 'lan@signal.vn' }
  const other = testDevice(2, { label: 'Trần Não' })
  await open(
    testPage([
      { ...conflict, assignee },
      testAlarm(22, other, { acknowledged: true, ackTs: Date.now(), details: { code: 'frozen' } }),
    ]),
    [984, 0, 0, 0, 1, 1],
  )
  const tiles = await screen.findByRole('list', { name: 'Incidents, the worst first' })
  const [first, second] = within(tiles).getAllByRole('listitem')
  expect(first).toHaveTextContent('Lan Ngô is on it')
  expect(second).toHaveTextContent('acknowledged')
})

it('names the zone of its times where this computer’s clock shows another time', async () => {
  const here = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-60)
  onTestFinished(() => here.mockRestore())
  await open(testPage([]), [5, 0, 0, 0, 0, 0])
  expect((await screen.findByText(/^\d\d\/\d\d\/\d{4}$/)).parentElement).toHaveTextContent(/\d\d:\d\d:\d\d UTC\+7$/)
})

it('is dark, unless the light theme was chosen', async () => {
  const { wall } = await open(testPage([]), [5, 0, 0, 0, 0, 0])
  expect(wall()).toHaveAttribute('data-scheme', 'dark')
  expect(await screen.findByText(/^Nothing is wrong/)).toBeVisible()
})

it('does not say that nothing is wrong while the pulse counts more than was read', async () => {
  const { pulse } = await open(testPage([]), [984, 0, 1, 0, 0, 0])
  expect(await screen.findByText('Reading the junctions…')).toBeVisible()
  await pulse()
  expect(screen.queryByText(/^Nothing is wrong/)).toBeNull()
})

it('says that incidents cannot be read', async () => {
  await open(errorAnswer(500, 'The disk is full'), [984, 0, 0, 0, 0, 0])
  expect(await screen.findByRole('alert')).toHaveTextContent('The incidents cannot be read')
  expect(screen.queryByText(/^Nothing is wrong/)).toBeNull()
})

it('shows junctions that are not checked yet apart from the healthy ones', async () => {
  const { pulse } = await open(testPage([]), [12, 0, 0, 0, 0, 0], 4)
  await pulse()
  expect(await screen.findByRole('img', { name: '8 healthy' })).toBeInTheDocument()
  expect(screen.getByRole('img', { name: '4 not checked yet' })).toHaveAttribute('data-hollow')
})

it('names the junctions that are not checked yet', async () => {
  const row = (number: number) => ({
    entityId: { entityType: 'DEVICE', id: testDevice(number).id.id },
    latest: {
      ENTITY_FIELD: { name: { ts: 1, value: `TLC-${number}` }, label: { ts: 1, value: `Ngã tư ${number}` } },
      SERVER_ATTRIBUTE: { active: { ts: 1, value: 'true' } },
    },
  })
  const { pulse } = await open(testPage([]), [2, 0, 0, 0, 0, 0], 3, {
    'POST /api/entitiesQuery/find': testPage([row(7), row(8)]),
  })
  await pulse()
  expect(await screen.findByText('Ngã tư 8')).toBeVisible()
  expect(screen.getByText('Ngã tư 7').parentElement).toHaveTextContent(/^3 not checked yet.*\+ 1 more$/)
})

it('tells since when once, and a broken wave below what breaks it', async () => {
  const other = testDevice(2, { label: 'Trần Não' })
  const facts = { direction: 'outbound', seconds: 7, setSeconds: 18, cause: 'clock', aheadSeconds: 41 }
  await open(
    testPage([
      clock,
      testAlarm(22, device, {
        originator: { entityType: 'ASSET', id: WATCH_ASSET.id.id },
        originatorName: 'Nam Kỳ Khởi Nghĩa',
        originatorLabel: null,
        severity: 'MINOR',
        details: { code: 'corridor', facts: { ...facts, junction: device.label, device: device.id.id } },
      }),
      testAlarm(23, other, {
        severity: 'MAJOR',
        startTs: Date.now() - 60_000,
        details: { code: 'offline', facts: { sinceMs: Date.now() - 630_000 } },
      }),
    ]),
    [984, 0, 0, 1, 1, 0],
  )
  const tiles = await screen.findByRole('list', { name: 'Incidents, the worst first' })
  const [lost, ahead, ...others] = within(tiles).getAllByRole('listitem')
  expect(others).toEqual([])
  expect(lost).toHaveTextContent(/^Trần NãoNot connected since [^·]*10 min$/)
  expect(ahead).toHaveTextContent('Its clock is 41 s aheadNam Kỳ Khởi Nghĩa · Green wave outbound: 7 of 18 s')
  expect(ahead).not.toHaveTextContent('more incident')
})
