import type { DeviceConnection } from '../session/deviceConnection.ts'

/** Handles a DISCONNECT like a broken connection: there is no will to publish or to drop. */
export function handleDisconnect(connection: DeviceConnection): void {
  connection.endQuietly()
}
