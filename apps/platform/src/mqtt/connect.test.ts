import { systemOfTests } from '@greenwave/harness/ofTest'
import type { IConnectPacket } from 'mqtt-packet'
import { describe, expect, test, vi } from 'vitest'
import { makeDevice } from '../testing/makeDevice.ts'
import { dialDevice } from '../testing/rawDevice.ts'
import { silentLog } from '../testing/silentLog.ts'
import { startGateway } from '../testing/startGateway.ts'

const system = systemOfTests(await startGateway())

const VERSIONS = [3, 4, 5] as const

test.each(VERSIONS)('protocol version %i: right credentials are accepted [contract 10.2]', async (version) => {
  const { userName, password } = makeDevice(system.store)
  const device = await dialDevice(system.port, version)
  const answer = await device.connect({ username: userName, password: Buffer.from(password) })
  expect(version === 5 ? answer.reasonCode : answer.returnCode).toBe(0)
})

test.each(VERSIONS)('protocol version %i: session present mirrors the request [contract 10.1]', async (version) => {
  const { userName, password } = makeDevice(system.store)
  for (const clean of [true, false]) {
    const device = await dialDevice(system.port, version)
    const answer = await device.connect({ username: userName, password: Buffer.from(password), clean })
    expect(answer.sessionPresent).toBe(!clean)
  }
})

const password = Buffer.from('p')

describe.each<[what: string, identity: Partial<IConnectPacket>, v3: number, v5: number]>([
  ['user name and password', { clientId: 'c', username: 'nobody', password }, 5, 0x86],
  ['a user name only', { clientId: 'c', username: 'nobody' }, 5, 0x86],
  ['an empty user name', { clientId: 'c', username: '' }, 5, 0x86],
  ['a client id only', { clientId: 'nobody' }, 2, 0x85],
  ['nothing at all', { clientId: '' }, 5, 0x87],
  ['a client id of spaces', { clientId: '  ' }, 5, 0x87],
])('nobody has %s [contract 10.2]', (_what, identity, v3, v5) => {
  test.each(identity.clientId === '' ? [4 as const] : ([3, 4] as const))('version %i: %i', async (version) => {
    const device = await dialDevice(system.port, version)
    expect((await device.connect(identity)).returnCode).toBe(v3)
    expect(await device.closed()).toEqual([])
  })

  test('version 5: its own reason, repeated in a DISCONNECT', async () => {
    const device = await dialDevice(system.port, 5)
    const bytes: Buffer[] = []
    device.socket.on('data', (chunk: Buffer) => bytes.push(chunk))
    expect((await device.connect(identity)).reasonCode).toBe(v5)
    await device.closed()
    const all = Buffer.concat(bytes)
    const disconnect = all.subarray(2 + (all[1] ?? 0))
    expect(disconnect[0]).toBe(0xe0)
    expect(disconnect[2]).toBe(v5)
  })
})

test('a password without a user name is refused as wrong credentials [contract 10.2]', async () => {
  const device = await dialDevice(system.port, 4)
  // The generator of client libraries refuses to build this packet: flags 0x42 mean password and clean session, without
  // a user name.
  device.sendBytes(Buffer.from([0x10, 16, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0x42, 0, 60, 0, 1, 0x63, 0, 1, 0x70]))
  expect((await device.next('connack')).returnCode).toBe(5)
})

test('a stranger cannot fill the log with a name of 60 KB', async () => {
  const fresh = await startGateway()
  const log = vi.spyOn(silentLog, 'info')
  try {
    const device = await dialDevice(fresh.port, 4)
    await device.connect({ clientId: 'c'.repeat(60_000), username: 'u'.repeat(5000) })
    expect(log).toHaveBeenCalledWith(
      {
        clientId: 'c'.repeat(64),
        userName: 'u'.repeat(64),
        refusal: 'badUserNameOrPassword',
        address: '127.0.0.1',
      },
      'refused a device',
    )
  } finally {
    log.mockRestore()
    await fresh.close()
  }
})

test('a credentials table that cannot be read refuses with "unavailable" [contract 10.2]', async () => {
  const lookup = vi.spyOn(system.store.credentials, 'byCredentialsId').mockImplementation(() => {
    throw new Error('the disk is gone')
  })
  try {
    for (const [version, code] of [
      [4, 3],
      [5, 0x88],
    ] as const) {
      const device = await dialDevice(system.port, version)
      const answer = await device.connect({ username: 'u', password })
      expect(version === 5 ? answer.reasonCode : answer.returnCode).toBe(code)
    }
  } finally {
    lookup.mockRestore()
  }
})

test('an unknown protocol version gets CONNACK 1 and the connection closes [MQTT-3.1.2-2]', async () => {
  const device = await dialDevice(system.port, 4)
  device.sendBytes(Buffer.from([0x10, 13, 0, 4, 0x4d, 0x51, 0x54, 0x54, 9, 2, 0, 60, 0, 1, 0x63]))
  expect((await device.next('connack')).returnCode).toBe(1)
  await device.closed()
})

test('a device of MQTT 5 without a client id is shown one [MQTT-3.1.3-7]', async () => {
  const { userName, password: secret } = makeDevice(system.store)
  const device = await dialDevice(system.port, 5)
  const answer = await device.connect({ clientId: '', username: userName, password: Buffer.from(secret) })
  expect(answer.properties?.assignedClientIdentifier).toMatch(/./)
})

test('anything but CONNECT as the first packet closes the connection [MQTT-3.1.0-1]', async () => {
  const device = await dialDevice(system.port, 4)
  device.send({ cmd: 'pingreq' })
  expect(await device.closed()).toEqual([])
})

test('a second CONNECT closes the connection [MQTT-3.1.0-2]', async () => {
  const { device, made } = await system.online(5)
  device.send({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clientId: 'c',
    username: made.userName,
    password: Buffer.from(made.password),
  })
  expect(await device.closed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x82 }])
})

test('messages sent on the heels of CONNECT are taken once it is accepted [contract 10.2]', async () => {
  const { id, userName, password: secret } = makeDevice(system.store)
  const device = await dialDevice(system.port, 4)
  const accepted = device.connect({ username: userName, password: Buffer.from(secret) })
  device.publish('v1/devices/me/telemetry', { T_D1: 5 })
  await accepted
  await device.next('puback')
  expect(system.store.data.latest(id).get('T_D1')?.value).toBe(5)
})

test('a connection that never says CONNECT is closed after ten seconds', async () => {
  const silent = await dialDevice(system.port, 4)
  system.clock.now += 9_999
  const { device } = await system.online()
  system.clock.now += 1
  await silent.closed()
  // The younger one, which did send CONNECT, stays.
  device.send({ cmd: 'pingreq' })
  await device.next('pingresp')
})
