import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { fetchFromProvider } from './providerFetch.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Starts a provider that answers in this way; resolves with its address. */
async function answering(answer: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(answer ?? (() => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('hands on what the provider answers, and follows no redirection', async () => {
  const url = await answering((_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end('{"a":1}'))
  const answer = await fetchFromProvider(url)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://10.0.0.1/'])
  expect(await answer.json()).toEqual({ a: 1 })
})

it('reads no more than an answer may have, however much is sent', async () => {
  const url = await answering((_, response) => {
    const piece = Buffer.alloc(65_536, 0x20)
    const send = (): void => {
      while (!response.destroyed && response.write(piece));
      response.once('drain', send)
    }
    send()
  })
  await expect(fetchFromProvider(url)).rejects.toThrow('its answer has more than 262144 bytes')
})

it('says that a provider whose server fails does not answer', async () => {
  const url = await answering((_, response) => response.writeHead(503).end())
  await expect(fetchFromProvider(url)).rejects.toThrow(/does not answer: it answered with status 503/)
})
