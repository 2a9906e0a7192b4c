import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { Readiness } from '../meter/readiness.ts'
import { checkReady } from './runningCheck.ts'

it('names a part of a running platform that does not work, whether requests are taken or not', async () => {
  const readiness = Readiness.already()
  const server = createServer((_, reply) => reply.end(`${readiness.state}\n`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    expect(await checkReady(origin)).toMatchObject({ level: 'ok' })
    readiness.report('the watcher', { text: 'does not run', isBlocking: false })
    expect(readiness.isReady).toBe(true)
    const watcher = { level: 'error', says: expect.stringContaining('ready, but the watcher does not run') }
    expect(await checkReady(origin)).toMatchObject(watcher)
    readiness.report('thread "writer"', { text: 'has stood still', isBlocking: true })
    expect(readiness.isReady).toBe(false)
    const both = 'not ready: the watcher does not run; thread "writer" has stood still'
    expect(await checkReady(origin)).toMatchObject({ level: 'error', says: expect.stringContaining(both) })
    for (const { part } of readiness.parts()) readiness.report(part, undefined)
    expect(await checkReady(origin)).toMatchObject({ level: 'ok' })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
