import { ofDevice } from '@greenwave/contract/wire/ids'
import { type Attack, beginAttack, scaled } from '../scene/attack.ts'
import { countsOf, FloodingDevice } from '../scene/floodingDevice.ts'
import { adminOf, makeDevices } from '../scene/scene.ts'

const DEVICES = 40
/** With its topic and time this makes the largest packet that a controller may send. */
const VALUE_CHARACTERS = 65_400
/** Longer than any flood, counted from an hour before it, milliseconds. */
const SPAN_MS = 1e7

/**
 * Controllers send the largest possible messages as fast as the network takes them. Counts how many acknowledged
 * messages are missing from the store.
 */
export const byteFlood: Attack = async (target, options) => {
  const api = await adminOf(target)
  const made = await makeDevices(api, scaled(DEVICES, options))
  const devices = await Promise.all(made.map(({ login }) => FloodingDevice.connect(target.mqttUrl, login)))
  const filler = 'x'.repeat(VALUE_CHARACTERS)
  const firstTs = Date.now() - 3_600_000
  const end = beginAttack(options)
  await Promise.all(
    devices.map((device) => device.flood(end, (nth) => `{"ts":${firstTs + nth},"values":{"a":"${filler}"}}`)),
  )
  let missing = 0
  for (const [i, { id }] of made.entries()) {
    const span = { startTs: String(firstTs), endTs: String(firstTs + SPAN_MS), interval: String(SPAN_MS) }
    const query = { keys: 'a', agg: 'COUNT', ...span }
    const { a = [] } = await api.call('timeseries', { params: ofDevice(id), query })
    missing += Math.max(0, (devices[i]?.acknowledged ?? 0) - Number(a[0]?.value ?? 0))
  }
  return { ...countsOf(devices), missing }
}
