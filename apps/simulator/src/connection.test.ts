/**
 * @file The connection to a simple platform of the test, which loses the first write after a SUBACK as ThingsBoard
 * does.
 */
import { createServer, type Server, type Socket } from 'node:net'
import fc from 'fast-check'
import { generate, type Packet, parser } from 'mqtt-packet'
import { afterEach, expect, test, vi } from 'vitest'
import { backoffMs } from './connection.ts'
import { type Controller, createController } from './controller.ts'
import { createFleet, type Fleet } from './fleet.ts'

test('waits longer after each failure, half to whole of the step, and at most 30 s', () => {
  expect([1, 2, 3, 4, 5, 6, 50].map((failures) => backoffMs(failures, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
  expect(backoffMs(3, 0)).toBe(2000)
})

test('stays within half a second and 30 s', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const ms = backoffMs(failures, random)
      expect(ms).toBeGreaterThanOrEqual(500)
      expect(ms).toBeLessThanOrEqual(30_000)
    }),
  )
})

let server: Server | undefined
let controller: Controller | undefined
let fleet: Fleet | undefined
const sockets = new Set<Socket>()
afterEach(async () => {
  vi.restoreAllMocks()
  sockets.clear()
  await controller?.stop()
  await fleet?.stop()
  server?.close()
})

/**
 * Starts a platform that answers every packet; `onPublish` gets each message and returns the answer to a request for
 * attributes.
 */
function startPlatform(onPublish: (topic: string, payload: string) => object | undefined): Promise<number> {
  server = createServer((socket) => {
    sockets.add(socket)
    const send = (packet: Packet) => socket.write(generate(packet))
    const incoming = parser()
    incoming.on('packet', (packet) => {
      if (packet.cmd === 'connect') send({ cmd: 'connack', sessionPresent: false, returnCode: 0 })
      if (packet.cmd === 'subscribe') send({ cmd: 'suback', messageId: packet.messageId ?? 1, granted: [1, 1] })
      if (packet.cmd !== 'publish') return
      if (packet.messageId !== undefined) send({ cmd: 'puback', messageId: packet.messageId })
      const answer = onPublish(packet.topic, packet.payload.toString())
      if (answer === undefined) return
      const topic = packet.topic.replace('request', 'response')
      send({ cmd: 'publish', topic, payload: JSON.stringify(answer), qos: 0, dup: false, retain: false })
    })
    socket.on('data', (bytes: Buffer) => incoming.parse(bytes))
    socket.on('error', () => {})
  })
  const listening = server
  return new Promise((resolve) => {
    listening.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

test('a write that was not pushed, since the SUBACK came before the subscription, is taken by asking once more', async () => {
  let questions = 0
  const reports: unknown[] = []
  const port = await startPlatform((topic, payload) => {
    if (topic === 'v1/devices/me/attributes') reports.push(JSON.parse(payload))
    if (!topic.startsWith('v1/devices/me/attributes/request/')) return undefined
    questions += 1
    return { shared: { Mode: 4, Vang: questions === 1 ? 3 : 5 } }
  })
  controller = createController({ url: `mqtt://127.0.0.1:${port}`, login: { name: 'one', faults: [] } })
  await expect.poll(() => reports).toContainEqual(expect.objectContaining({ Vang: 5 }))
  expect(reports[0]).toMatchObject({ Vang: 3 })
  expect(questions).toBe(2)
})

test('a fleet whose machine sets its clock back an hour goes on, and comes back to its platform as soon as ever', async () => {
  let samples = 0
  const port = await startPlatform((topic) => {
    if (topic === 'v1/devices/me/telemetry') samples += 1
    return topic.startsWith('v1/devices/me/attributes/request/') ? { shared: { Mode: 4, Vang: 3 } } : undefined
  })
  fleet = createFleet({ url: `mqtt://127.0.0.1:${port}`, logins: [{ name: 'one' }] })
  await expect.poll(() => samples).toBeGreaterThan(0)
  // The pause before the next try is counted from here on.
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => fleet?.status().connected).toBe(0)
  const isNow = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => isNow() - 3_600_000)
  samples = 0
  await expect.poll(() => samples).toBeGreaterThan(0)
})

test.each([
  ['a virtual controller', undefined, 0],
  ['one that is told so', ['offset'], 0],
  ['one that is told otherwise', [], undefined],
])('(R19) %s reports offsets, or does not', async (_, abilities, offset) => {
  const reports: Record<string, unknown>[] = []
  const port = await startPlatform((topic, payload) => {
    if (topic === 'v1/devices/me/attributes') reports.push(JSON.parse(payload))
    return topic.startsWith('v1/devices/me/attributes/request/') ? { shared: { Mode: 4, Vang: 3 } } : undefined
  })
  controller = createController({ url: `mqtt://127.0.0.1:${port}`, login: { name: 'one', abilities } })
  await expect.poll(() => reports).toContainEqual(expect.objectContaining({ Vang: 3 }))
  expect(reports[0]?.Offset_Pr1).toBe(offset)
})
