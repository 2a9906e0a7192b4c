import { connectAsync } from 'mqtt'
import { type Attack, scaled } from '../scene/attack.ts'
import { adminOf, makeCustomer } from '../scene/scene.ts'
import { holdSilent, NEWCOMER } from '../scene/silence.ts'

const CONNECTIONS = 1_500

/** One address holds connections with half a CONNECT, while a controller connects and publishes. */
export const silentControllers: Attack = async (target, options) => {
  const { device } = await makeCustomer(await adminOf(target))
  const { clientId, userName: username, password } = device.login
  return holdSilent({
    port: Number(new URL(target.mqttUrl).port),
    count: scaled(CONNECTIONS, options),
    said: '\x10',
    options,
    async newcomer() {
      const login = { clientId, username, password, reconnectPeriod: 0, localAddress: NEWCOMER }
      const client = await connectAsync(target.mqttUrl, login)
      await client.publishAsync('v1/devices/me/telemetry', '{"T_D1":1}', { qos: 1 })
      await client.endAsync(true)
    },
  })
}
