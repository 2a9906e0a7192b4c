import { act, waitFor } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startLive } from '../../../data/live.ts'
import { createQueryClient } from '../../../data/queryClient.ts'
import { startSession } from '../../../data/session.ts'
import { device, stubDevice, WRITTEN_MS } from '../../../test/devicePage.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { stubSocket } from '../../../test/stubSocket.ts'
import { ProgramsCard } from './ProgramsCard.tsx'
import { SettingFacts } from './SettingFacts.tsx'

const deviceId = device.id.id
const onOpen = () => undefined

let stops: (() => void)[]
beforeEach(() => {
  // The clocks on the page stand still.
  vi.useFakeTimers({ toFake: ['Date'], now: WRITTEN_MS + 60_000 })
})
afterEach(() => {
  for (const stop of stops.reverse()) stop()
})

/** Follows the device with a live connection and renders a part of its page. */
async function renderLive(part: ReactNode) {
  const sockets = stubSocket()
  const queryClient = createQueryClient()
  const { reads } = stubDevice()
  stops = [startSession(), startLive(queryClient)]
  const onRender = vi.fn()
  renderPart(
    <Profiler id="part" onRender={onRender}>
      {part}
    </Profiler>,
    queryClient,
  )
  const [socket] = sockets
  act(() => socket?.accept())
  const commands = () =>
    socket?.sent.flatMap((frame) => (frame as { cmds?: { scope: string; cmdId: number }[] }).cmds ?? [])
  const reports = await waitFor(() => {
    const command = commands()?.find(({ scope }) => scope === 'CLIENT_SCOPE')
    if (!command) throw new Error('The reports are not followed')
    return command.cmdId
  })
  await waitFor(() => expect([reads('SHARED_SCOPE'), reads('SERVER_SCOPE')]).toEqual([1, 1]))
  const report = (values: Readonly<Record<string, number>>) =>
    act(async () => {
      const samples = Object.entries(values).map(([key, value]) => [key, [[WRITTEN_MS, value]]])
      socket?.frame(reports, Object.fromEntries(samples))
      await new Promise((drawn) => requestAnimationFrame(drawn))
    })
  return { onRender, report }
}

it.each([
  ['the facts of its settings', <SettingFacts key="" deviceId={deviceId} onOpen={onOpen} />],
  ['its programs', <ProgramsCard key="" deviceId={deviceId} onOpen={onOpen} />],
])('%s are rendered again for a report that they show, and for no other', async (_what, part) => {
  const { onRender, report } = await renderLive(part)
  await report({ uptime: 1 })
  onRender.mockClear()
  await report({ uptime: 2, load: 7 })
  expect(onRender).not.toHaveBeenCalled()
  await report({ uptime: 3, Offset_Pr1: 0 })
  expect(onRender).toHaveBeenCalled()
})
