import { type Attack, beginAttack, scaled } from '../scene/attack.ts'
import { countsOf, FloodingDevice } from '../scene/floodingDevice.ts'
import { adminOf, makeDevices } from '../scene/scene.ts'

const DEVICES = 5
/** As many keys as a device may have. */
const KEYS = 2_000
const VALUE_CHARACTERS = 60_000

/** Controllers use no more keys than allowed, and fill each with a value as large as a message holds. */
export const wideValues: Attack = async (target, options) => {
  const made = await makeDevices(await adminOf(target), scaled(DEVICES, options))
  const devices = await Promise.all(made.map(({ login }) => FloodingDevice.connect(target.mqttUrl, login)))
  const filler = 'x'.repeat(VALUE_CHARACTERS)
  const end = beginAttack(options)
  await Promise.all(devices.map((device) => device.flood(end, (nth) => `{"k${nth % KEYS}":"${filler}"}`)))
  return countsOf(devices)
}
