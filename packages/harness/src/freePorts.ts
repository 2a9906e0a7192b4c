import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the ports that Linux gives to whoever asks for any, so that no other server or connection takes one meanwhile. */
const FIRST_PORT = 16_384
const AFTER_LAST_PORT = 32_768

/**
 * Returns so many different ports that nothing listens on now. A platform that must come back at the same address needs
 * to know its ports before it starts.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  // All are held until the last one is known.
  const held: Server[] = []
  const ports: number[] = []
  while (ports.length < count) {
    const port = randomInt(FIRST_PORT, AFTER_LAST_PORT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    held.push(server)
    ports.push(port)
  }
  await Promise.all(held.map((server) => once(server.close(), 'close')))
  return ports
}
