/** Plays the platform at the other end of the console's live connection. */
import type { LiveCommand } from '@greenwave/contract/wire/live'
import { act, waitFor } from '@testing-library/react'
import type { StubSocket } from './stubSocket.ts'

/** Waits until the console has opened a socket, and accepts it. */
export async function acceptedSocket(sockets: readonly StubSocket[]): Promise<StubSocket> {
  const socket = await waitFor(() => {
    const opened = sockets.at(-1)
    if (!opened) throw new Error('No socket was opened')
    return opened
  })
  act(() => socket.accept())
  return socket
}

/** Waits until the console follows what has these members, and returns the id of that subscription. */
export function followedId(socket: StubSocket, members: Partial<LiveCommand>): Promise<number> {
  return waitFor(() => {
    const found = socket.sent
      .flatMap((frame) => (frame as { cmds?: LiveCommand[] }).cmds ?? [])
      .find((command) => Object.entries(members).every(([name, value]) => Reflect.get(command, name) === value))
    if (!found) throw new Error(`${JSON.stringify(members)} is not followed`)
    return found.cmdId
  })
}
