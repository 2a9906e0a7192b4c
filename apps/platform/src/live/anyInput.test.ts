import { systemOfTests } from '@greenwave/harness/ofTest'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDevice } from '../testing/makeDevice.ts'
import { legacyPath, startLive } from '../testing/startLive.ts'

const live = systemOfTests(await startLive())
const deviceId = makeDevice(live.store).id

const probe = () => ({ type: 'TIMESERIES', entityType: 'DEVICE', entityId: deviceId, cmdId: 4_711 })

const oddValue = fc.oneof(fc.jsonValue(), fc.constantFrom('', '-1', deviceId, 'DEVICE', 'SHARED_SCOPE', null))
const member = fc.constantFrom(
  'type',
  'cmdId',
  'entityType',
  'entityId',
  'keys',
  'scope',
  'unsubscribe',
  'startTs',
  'endTs',
  'timeWindow',
  'interval',
  'limit',
  'agg',
  '__proto__',
)

/** A valid command, except for some members that are anything. */
const nearlyCommand = fc
  .tuple(
    fc.constantFrom('TIMESERIES', 'ATTRIBUTES', 'TIMESERIES_HISTORY', 'ENTITY_DATA'),
    fc.dictionary(member, oddValue, { maxKeys: 3 }),
  )
  .map(([type, odd]) => ({
    type,
    entityType: 'DEVICE',
    entityId: deviceId,
    keys: 'a,b',
    cmdId: 5,
    ...odd,
  }))

const anyMessage = fc.oneof(
  fc.string(),
  fc.json(),
  fc.array(nearlyCommand, { maxLength: 3 }).map((cmds) => JSON.stringify({ cmds })),
  fc.jsonValue().map((authCmd) => JSON.stringify({ authCmd })),
)

test('any text of a client that is signed in gets documented answers or none, and the socket goes on [contract 9.4]', async () => {
  await fc.assert(
    fc.asyncProperty(anyMessage, async (text) => {
      const client = await live.console()
      client.send(text)
      client.send({ cmds: [probe()] })
      let frame = await client.next()
      while (frame.subscriptionId !== 4_711) {
        expect([0, 1, 2]).toContain(frame.errorCode)
        expect(frame.errorCode === 0).toBe(frame.data !== null)
        frame = await client.next()
      }
      client.socket.close()
    }),
    { numRuns: rounds({ few: 80, all: 2000 }) },
  )
})

test('any first message of a stranger is refused with a documented code and tells nothing [contract 9.2]', async () => {
  await fc.assert(
    fc.asyncProperty(anyMessage, async (text) => {
      const client = await live.dial().opened()
      client.send(text)
      expect([1007, 1008]).toContain((await client.closed()).code)
      expect(client.unread).toEqual([])
    }),
    { numRuns: rounds({ few: 40, all: 1000 }) },
  )
})

test('any text on the older path is answered in the same way [contract 9.7]', async () => {
  const lists = fc.record(
    {
      tsSubCmds: fc.array(fc.dictionary(member, oddValue, { maxKeys: 4 }), { maxLength: 2 }),
      attrSubCmds: oddValue,
      historyCmds: fc.array(fc.dictionary(member, oddValue, { maxKeys: 4 }), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        lists.map((message) => JSON.stringify(message)),
        fc.string(),
      ),
      async (text) => {
        const client = await live.dial(legacyPath(live.token)).opened()
        client.send(text)
        client.send({ tsSubCmds: [{ entityType: 'DEVICE', entityId: deviceId, cmdId: 4_711 }] })
        let frame = await client.next()
        while (frame.subscriptionId !== 4_711) {
          expect([0, 1, 2]).toContain(frame.errorCode)
          frame = await client.next()
        }
        client.socket.close()
      },
    ),
    { numRuns: rounds({ few: 40, all: 1000 }) },
  )
})

/** Opens a signed-in socket, to be written to as a broken or hostile client would. */
async function upgrade(url: string): Promise<Socket> {
  const asked = request(`${url.replace('ws', 'http')}?token=${live.token}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  })
  const upgraded = new Promise<Socket>((resolve, reject) => {
    asked.once('upgrade', (_response, socket: Socket) => resolve(socket))
    asked.once('error', reject)
  })
  asked.end()
  const socket = await upgraded
  socket.on('error', () => {})
  return socket
}

test('any bytes on the socket end in a close and leave the others alone', async () => {
  const watcher = await live.console()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
      const socket = await upgrade(watcher.socket.url)
      const closed = once(socket, 'close')
      socket.resume()
      socket.end(bytes)
      await closed
    }),
    { numRuns: rounds({ few: 30, all: 500 }) },
  )
  watcher.send({ cmds: [probe()] })
  expect(await watcher.next()).toMatchObject({ subscriptionId: 4_711 })
})
