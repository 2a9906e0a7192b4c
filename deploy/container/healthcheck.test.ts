import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const FILE = fileURLToPath(new URL('healthcheck.mjs', import.meta.url))

/** Runs the check with a port; resolves with whether it says healthy. */
const check = (port: number): Promise<boolean> =>
  promisify(execFile)(process.execPath, [FILE], { env: { GREENWAVE_PORT: String(port) } }).then(
    () => true,
    () => false,
  )

test('a container is healthy while /healthz is answered with success, and at no other time', async () => {
  let status = 200
  const asked: (string | undefined)[] = []
  const server = createServer(({ url }, reply) => {
    asked.push(url)
    reply.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(await check(port)).toBe(true)
  status = 503
  expect(await check(port)).toBe(false)
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  expect(await check(port)).toBe(false)
  expect(asked).toEqual(['/healthz', '/healthz'])
})
