import { addressOf } from '@greenwave/client/callRequest'
import { type Attack, beginAttack, scaled } from '../scene/attack.ts'
import { adminOf, makeDevices } from '../scene/scene.ts'

const READERS = 4
const ENTRIES = 300
const AT_ONCE = 20
/** Values of a write, each as long as the audit log keeps. */
const VALUES = 50
const VALUE_CHARACTERS = 1_000
const LARGEST_PAGE = 2_147_483_647

/** An administrator writes large values and requests the whole audit log in one page, several times at once. */
export const auditPages: Attack = async (target, options) => {
  const api = await adminOf(target)
  const [device] = await makeDevices(api, 1)
  const values = Object.fromEntries(Array.from({ length: VALUES }, (_, i) => [`v${i}`, 'x'.repeat(VALUE_CHARACTERS)]))
  for (let left = scaled(ENTRIES, options); left > 0; left -= AT_ONCE) {
    const write = () => api.writeAttributes(device?.id ?? '', 'SERVER_SCOPE', values)
    await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, write))
  }
  const counts = { answers: 0, refused: 0, megabytes: 0 }
  const end = beginAttack(options)

  async function readOn(): Promise<void> {
    while (performance.now() < end) {
      const answer = await fetch(target.url + addressOf('auditLogs', { query: { page: 0, pageSize: LARGEST_PAGE } }), {
        headers: { 'X-Authorization': `Bearer ${api.token}` },
      })
      counts.megabytes += (await answer.arrayBuffer()).byteLength / 1e6
      counts[answer.ok ? 'answers' : 'refused'] += 1
    }
  }
  await Promise.all(Array.from({ length: READERS }, readOn))
  return { ...counts, megabytes: Math.round(counts.megabytes) }
}
