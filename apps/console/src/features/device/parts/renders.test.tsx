import { act, waitFor } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startLive } from '../../../data/live.ts'
import { createQueryClient } from '../../../data/queryClient.ts'
import { startSession } from '../../../data/session.ts'
import { device, stubDevice, type Values, WRITTEN_MS } from '../../../test/devicePage.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { stubSocket } from '../../../test/stubSocket.ts'
import { ProgramsCard } from './ProgramsCard.tsx'
import { SettingFacts } from './SettingFacts.tsx'

const deviceId = device.id.id
const onOpen = () => undefined

let stops: (() => void)[]
/** What is to be done before the next frame of the screen, which the test draws. */
let drawings: (() => void)[]
beforeEach(() => {
  drawings = []
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => drawings.push(callback))
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
  const { stored } = stubDevice()
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
  await waitFor(() => expect(commands()).toHaveLength(4))
  const send = (scope: string, values: Values) =>
    act(() => {
      const samples = Object.entries(values).map(([key, value]) => [key, [[WRITTEN_MS, String(value)]]])
      const { cmdId = -1 } = commands()?.find((command) => command.scope === scope) ?? {}
      socket?.frame(cmdId, Object.fromEntries(samples))
      for (const draw of drawings.splice(0)) draw()
    })
  // The answers over HTTP then bring nothing new, whenever they arrive.
  send('SHARED_SCOPE', stored.SHARED_SCOPE)
  send('SERVER_SCOPE', stored.SERVER_SCOPE)
  return { onRender, report: (values: Values) => send('CLIENT_SCOPE', values) }
}

it.each([
  ['the facts of its settings', <SettingFacts key="" deviceId={deviceId} onOpen={onOpen} />],
  ['its programs', <ProgramsCard key="" deviceId={deviceId} onOpen={onOpen} />],
])('%s are rendered again for a report that they show, and for no other', async (_what, part) => {
  const { onRender, report } = await renderLive(part)
  report({ uptime: 1 })
  onRender.mockClear()
  report({ uptime: 2, load: 7 })
  expect(onRender).not.toHaveBeenCalled()
  report({ uptime: 3, Offset_Pr1: 0 })
  expect(onRender).toHaveBeenCalled()
})
