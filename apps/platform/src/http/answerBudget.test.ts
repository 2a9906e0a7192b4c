import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Platform } from '../start/platform.ts'
import { signIn, startPlatform } from '../testing/startPlatform.ts'
import { saveCustomer } from '../testing/testEntities.ts'

const PATH = '/api/customers?pageSize=60&page=0'

/** Makes a request on its own connection and reads only the beginning of the answer. */
async function askWithoutReading(platform: Platform, token: string): Promise<{ socket: Socket; begin: string }> {
  const { hostname, port } = new URL(platform.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET ${PATH} HTTP/1.1\r\nhost: greenwave.test\r\nx-authorization: Bearer ${token}\r\n\r\n`)
  const begin = await new Promise<string>((resolve) => {
    socket.once('readable', () => resolve(String(socket.read(64) ?? '')))
  })
  return { socket, begin }
}

it('holds two large answers that one account does not read and no third, until they are gone', async () => {
  const platform = await startPlatform()
  onTestFinished(() => platform.close())
  const token = await signIn(platform)
  const headers = { 'x-authorization': `Bearer ${token}` }
  const { store } = platform
  store.transaction(() => {
    for (let nth = 0; nth < 60; nth += 1) {
      saveCustomer(store, { title: `District ${nth}`, additionalInfo: { description: 'x'.repeat(240_000) } })
    }
  })
  const first = await askWithoutReading(platform, token)
  const second = await askWithoutReading(platform, token)
  expect([first.begin, second.begin].map((begin) => begin.slice(0, 12))).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  const refused = await fetch(platform.url + PATH, { headers })
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    message: 'Too many large answers wait to be read! Read them before you ask for more.',
  })
  // Small answers still work.
  expect((await fetch(`${platform.url}/api/auth/user`, { headers })).status).toBe(200)
  first.socket.destroy()
  const status = async () => {
    const answer = await fetch(platform.url + PATH, { headers })
    await answer.arrayBuffer()
    return answer.status
  }
  await expect.poll(status).toBe(200)
})
