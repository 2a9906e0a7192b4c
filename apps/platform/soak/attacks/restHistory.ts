import { get, type IncomingMessage } from 'node:http'
import { addressOf } from '@greenwave/client/callRequest'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { type Attack, beginAttack, scaled } from '../scene/attack.ts'
import { adminOf, keyNames, makeCustomer, storeHistory } from '../scene/scene.ts'

const READERS = 10
const MESSAGES = 10_000
const KEYS = 100

/**
 * A customer's user reads the whole history of a device over HTTP, several times at once; some readers disconnect
 * midway.
 */
export const restHistory: Attack = async (target, options) => {
  const admin = await adminOf(target)
  const { user, device } = await makeCustomer(admin)
  const { startTs, endTs } = await storeHistory(admin, device.id, { messages: scaled(MESSAGES, options), keys: KEYS })
  const { token } = await Api.signIn(target.url, user.email, user.password)
  const query = { keys: keyNames(KEYS).join(','), startTs, endTs, limit: 1_000_000 }
  const address = target.url + addressOf('timeseries', { params: ofDevice(device.id), query })
  const counts = { answers: 0, refused: 0, left: 0, megabytes: 0 }
  const end = beginAttack(options)

  async function readOn(nth: number): Promise<void> {
    for (let round = 0; performance.now() < end; round++) {
      const leaves = (nth + round) % 5 === 4
      try {
        const answer = await open(address, token)
        for await (const piece of answer) {
          counts.megabytes += (piece as Buffer).length / 1e6
          if (leaves) answer.destroy()
        }
        counts[answer.statusCode === 200 ? 'answers' : 'refused'] += 1
      } catch {
        counts.left += 1
      }
    }
  }
  await Promise.all(Array.from({ length: READERS }, (_, nth) => readOn(nth)))
  return { ...counts, megabytes: Math.round(counts.megabytes) }
}

/** Makes the request on its own connection, which closes with the answer. */
function open(address: string, token: string): Promise<IncomingMessage> {
  const headers = { 'X-Authorization': `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    get(address, { headers, agent: false }, resolve).on('error', reject)
  })
}
