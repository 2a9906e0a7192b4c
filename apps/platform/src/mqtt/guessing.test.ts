import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MadeDevice, makeDevice } from '../testing/makeDevice.ts'
import { dialDevice, type RawDevice } from '../testing/rawDevice.ts'
import { startGateway, type TestGateway } from '../testing/startGateway.ts'
import { GUESS_LIMITS } from './session/guessLimits.ts'

const GUESSER = '127.0.0.2'
const HOME = '127.0.0.3'
/** Answers wait so long that none ends within a test; when too many wait, the next get no answer at all. */
const SLOW = { ...GUESS_LIMITS, answer: { ...GUESS_LIMITS.answer, firstMs: 600_000, slowestMs: 600_000 } }

let system: TestGateway
let made: MadeDevice
let lines: { msg: string; address: string; count?: number }[]
const devices: RawDevice[] = []
beforeEach(async () => {
  lines = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  system = await startGateway({ guessLimits: SLOW, log })
  made = makeDevice(system.store)
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.end()
  await system.close()
})

/** Connects and sends these passwords one after the other, in one piece. */
async function tryFrom(address: string, ...passwords: string[]): Promise<RawDevice> {
  const device = await dialDevice(system.port, 5, address)
  devices.push(device)
  device.socket.cork()
  for (const password of passwords) {
    device.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 5,
      clientId: 'a-device',
      username: made.userName,
      password: Buffer.from(password),
      clean: true,
      keepalive: 60,
    })
  }
  device.socket.uncork()
  return device
}
const { free } = GUESS_LIMITS.answer

/**
 * Guesses as fast as possible: first `free` answers, then answers that wait, then connections that end without an
 * answer.
 */
async function guess(): Promise<void> {
  for (let i = 0; i < free; i++) {
    expect(await (await tryFrom(GUESSER, `guess ${i}`)).next('connack')).toMatchObject({ reasonCode: 0x86 })
  }
  for (let i = 0; i < GUESS_LIMITS.heldOfAddress; i++) await tryFrom(GUESSER, `more ${i}`)
  for (let i = 0; i < 20; i++) expect(await (await tryFrom(GUESSER, `yet more ${i}`)).closed()).toEqual([])
}

it('whoever guesses a password waits ever longer for answers, and then gets none', async () => {
  await guess()
  expect(devices.slice(free, free + GUESS_LIMITS.heldOfAddress).filter(({ socket }) => socket.closed)).toEqual([])
})

it('the right password is taken at once, from where nobody guesses', async () => {
  await guess()
  expect(await (await tryFrom(HOME, made.password)).next('connack')).toMatchObject({ reasonCode: 0 })
})

it('a controller that shares its address with the guesser gets in as before', async () => {
  expect(await (await tryFrom(GUESSER, made.password)).next('connack')).toMatchObject({ reasonCode: 0 })
  await guess()
  expect(await (await tryFrom(GUESSER, made.password)).next('connack')).toMatchObject({ reasonCode: 0 })
})

it('one that was never there gets in too, as long as its own password is not the one that is guessed', async () => {
  await guess()
  made = makeDevice(system.store)
  expect(await (await tryFrom(GUESSER, made.password)).next('connack')).toMatchObject({ reasonCode: 0 })
})

it('beyond a few tries even the right one is not looked at, for a moment', async () => {
  for (let i = 0; i < GUESS_LIMITS.pair.atOnce; i++) await (await tryFrom(GUESSER, `guess ${i}`)).next('connack')
  expect(await (await tryFrom(GUESSER, made.password)).next('connack')).toMatchObject({ reasonCode: 0x86 })
  system.clock.now += 2_000
  expect(await (await tryFrom(GUESSER, made.password)).next('connack')).toMatchObject({ reasonCode: 0 })
})

it('a second password behind the first is not looked at while the answer waits', async () => {
  for (let i = 0; i < free; i++) await (await tryFrom(GUESSER, `guess ${i}`)).next('connack')
  made = makeDevice(system.store)
  await tryFrom(GUESSER, 'wrong', made.password)
  // A later password was also handled later.
  await (await tryFrom(HOME, 'wrong')).next('connack')
  expect(system.gateway.sessionCount).toBe(0)
})

it('the log has one line for the address, and another with their number', async () => {
  await guess()
  const own = () => lines.filter(({ msg }) => msg.startsWith('refused a device'))
  expect(own()).toMatchObject([{ msg: 'refused a device', address: GUESSER }])
  for (const device of devices.splice(0)) device.end()
  await system.gateway.close()
  expect(own()[1]).toMatchObject({ msg: 'refused a device, again', address: GUESSER })
  expect(own()[1]?.count).toBe(free + GUESS_LIMITS.heldOfAddress + 20 - 1)
  expect(own()).toHaveLength(2)
})
