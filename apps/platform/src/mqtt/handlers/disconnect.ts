import type { DeviceConnection } from '../session/deviceConnection.ts'

/** A device that says good-bye is treated like one whose connection broke: there is no will to publish or to drop. */
export function handleDisconnect(connection: DeviceConnection): void {
  connection.endQuietly()
}
