/** Opens one device's page with a live connection, over which the test plays the platform. */
import type { AttributeScope } from '@greenwave/contract/wire/attributes'
import type { LiveCommand } from '@greenwave/contract/wire/live'
import { act, waitFor } from '@testing-library/react'
import { type DevicePage, type DevicePageOptions, openDevicePage, WRITTEN_MS } from './devicePage.ts'
import { acceptedSocket, followedId } from './liveSocket.ts'
import { stubSocket } from './stubSocket.ts'

/** A device's page with a live connection. */
export interface LiveDevicePage extends DevicePage {
  /** Sends values of a scope that the page follows, all with one time, epoch milliseconds. */
  readonly send: (
    scope: AttributeScope | 'LATEST_TELEMETRY',
    values: Readonly<Record<string, number | string | boolean>>,
    atMs: number,
  ) => void
  /** Sends the watcher's pulse: junctions by level, level 0 first. The page must have been opened `watched`. */
  readonly pulse: (levels: readonly number[], atMs: number) => Promise<void>
  /** Ends the live connection like a lost network. */
  readonly lose: () => void
}

/** Opens /devices/:deviceId and waits until the page follows the device. The session must have been started. */
export async function openLiveDevicePage(options: DevicePageOptions = {}): Promise<LiveDevicePage> {
  const sockets = stubSocket()
  const page = await openDevicePage(options)
  const socket = await acceptedSocket(sockets)
  const commandOf = (scope: string) =>
    socket.sent
      .flatMap((frame) => (frame as { cmds?: LiveCommand[] }).cmds ?? [])
      .find((command) => command.entityType === 'DEVICE' && command.scope === scope)
  await waitFor(() => {
    for (const scope of ['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE', 'LATEST_TELEMETRY']) {
      if (!commandOf(scope)) throw new Error(`${scope} is not followed`)
    }
  })
  const frame = (scope: string, data: Record<string, [number, string][]>) =>
    act(() => socket.frame(commandOf(scope)?.cmdId ?? -1, data))
  const samples = (values: Readonly<Record<string, unknown>>, atMs: number) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]): [string, [number, string][]] => [key, [[atMs, String(value)]]]),
    )
  // The first frame of a scope contains all of it.
  for (const scope of ['SHARED_SCOPE', 'SERVER_SCOPE'] as const) frame(scope, samples(page.stored[scope], WRITTEN_MS))
  return {
    ...page,
    send: (scope, values, atMs) => frame(scope, samples(values, atMs)),
    pulse: async (levels, atMs) => {
      const cmdId = await followedId(socket, { entityType: 'ASSET', scope: 'SERVER_SCOPE' })
      const pulse = JSON.stringify({ at: atMs, levels, revision: atMs })
      act(() => socket.frame(cmdId, { gw_watch_1of1: [[atMs, pulse]] }))
    },
    lose: () => act(() => socket.end(1006)),
  }
}
