import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type IClientOptions } from 'mqtt'
import { generate } from 'mqtt-packet'
import { type Attack, beginAttack, scaled } from '../scene/attack.ts'
import { adminOf, makeDevices } from '../scene/scene.ts'
import { ATTACKER } from '../scene/silence.ts'

const GUESSERS = 200
const CONTROLLER_EVERY_MS = 200

/**
 * One address guesses a controller's password as fast as it can, and gives up a guess that is not answered at once.
 * Another controller with the same address keeps reconnecting with its right password and publishes.
 */
export const passwordGuessing: Attack = async (target, options) => {
  const [victim, neighbour] = await makeDevices(await adminOf(target), 2)
  if (victim === undefined || neighbour === undefined) throw new Error('two devices are needed')
  const port = Number(new URL(target.mqttUrl).port)
  const counts = { guesses: 0, answered: 0, 'newcomers served': 0, 'newcomers refused': 0 }
  const { clientId, userName: username } = victim.login
  const login: IClientOptions = {
    clientId: neighbour.login.clientId,
    username: neighbour.login.userName,
    password: neighbour.login.password,
    reconnectPeriod: 0,
    ...{ localAddress: ATTACKER },
  }

  const end = beginAttack(options)
  async function guess(nth: number): Promise<void> {
    for (let i = 0; performance.now() < end; i++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER, noDelay: true }).on('error', () => {})
      const ended = new Promise<boolean>((resolve) => {
        socket.on('data', () => resolve(true)).on('close', () => resolve(false))
      })
      socket.write(
        generate({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clientId,
          username,
          password: Buffer.from(`guess ${nth} ${i}`),
          clean: true,
          keepalive: 60,
        }),
      )
      counts.guesses += 1
      if ((await Promise.race([ended, pause(100, false)])) === true) counts.answered += 1
      socket.destroy()
    }
  }
  async function comeAndGo(): Promise<void> {
    while (performance.now() < end) {
      const served = await connectAsync(target.mqttUrl, login)
        .then(async (client) => {
          await client.publishAsync('v1/devices/me/telemetry', '{"T_D1":1}', { qos: 1 })
          await client.endAsync(true)
          return true
        })
        .catch(() => false)
      counts[served ? 'newcomers served' : 'newcomers refused'] += 1
      await pause(CONTROLLER_EVERY_MS)
    }
  }
  await Promise.all([comeAndGo(), ...Array.from({ length: scaled(GUESSERS, options) }, (_, nth) => guess(nth))])
  return counts
}
