import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { missingConnections, mostConnections, parseConnections, readConnections } from './controllerConnections.ts'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:075B 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0 0 1 1 0000000000000000 100 0 0 10 0
   1: 0100000A:075B 0B02000A:C350 01 00000000:00000000 00:00000000 00000000  0 0 2 1 0000000000000000 20 4 30 10 -1
   2: 0100000A:075B 0B02000A:C351 01 00000000:00000000 00:00000000 00000000  0 0 3 1 0000000000000000 20 4 30 10 -1
   3: 0100000A:1F90 0C02000A:C350 01 00000000:00000000 00:00000000 00000000  0 0 4 1 0000000000000000 20 4 30 10 -1
   4: 0100000A:075B 0C02000A:C350 06 00000000:00000000 00:00000000 00000000  0 0 5 1 0000000000000000 20 4 30 10 -1
   0: 0000000000000000FFFF00000100000A:075B 0000000000000000FFFF00000D02000A:C350 01 00000000:00000000 00:0 0 0 0 6 1 0 20
   1: B80D0120000000000000000001000000:22B3 B80D0120000000000000000002000000:C350 01 00000000:00000000 00:0 0 0 0 7 1 0 20
`

test('established connections to the ports of controllers are counted by address', () => {
  expect(Object.fromEntries(parseConnections(TABLE, new Set([1883, 8883])))).toEqual({
    '10.0.2.11': 2,
    '10.0.2.13': 1,
    '2001:0db8:0000:0000:0000:0000:0000:0002': 1,
  })
})

test('an address that came back with fewer connections is missing', () => {
  const before = new Map([
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ])
  const after = mostConnections(
    new Map([
      ['a', 1],
      ['b', 1],
    ]),
    new Map([
      ['a', 1],
      ['c', 1],
      ['d', 5],
    ]),
  )
  expect(missingConnections(before, after)).toEqual(['a'])
})

test('a connection to this machine is seen', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const accepted = once(server, 'connection')
  const socket = connect(port, '127.0.0.1')
  const [other] = await accepted
  expect(readConnections(new Set([port])).get('127.0.0.1')).toBe(1)
  other.destroy()
  socket.destroy()
  server.close()
})
