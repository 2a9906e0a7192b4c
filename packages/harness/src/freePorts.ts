import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns so many different ports that nothing listens on now. A platform that must come back at the same address needs
 * to know its ports before it starts.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  // All are held until the last one is known: the system gives a port that is let go to the next who asks.
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address()
      server.close()
      await once(server, 'close')
      if (address === null || typeof address === 'string') throw new Error('no port was given')
      return address.port
    }),
  )
}
