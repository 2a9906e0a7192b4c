/**
 * @file Short forms of the attacks on connections: they check the counts, and that others are served. The soak checks
 * how long others wait.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GUESS_LIMITS } from '../src/mqtt/session/guessLimits.ts'
import type { Platform } from '../src/start/platform.ts'
import { startPlatform, TEST_ADMIN } from '../src/testing/startPlatform.ts'
import { halfSentRequests } from './attacks/halfSentRequests.ts'
import { passwordGuessing } from './attacks/passwordGuessing.ts'
import { silentControllers } from './attacks/silentControllers.ts'
import { silentSockets } from './attacks/silentSockets.ts'
import type { Attack, Counts } from './scene/attack.ts'

/** So few handles that a fifth of the soak's attackers is more than fits. */
const HANDLES = 384

let platform: Platform
beforeEach(async () => {
  platform = await startPlatform({ handleLimit: HANDLES })
})
afterEach(() => platform.close())

function run(attack: Attack): Promise<Counts> {
  const { url, mqttUrl } = platform
  return attack({ url, mqttUrl, admin: TEST_ADMIN }, { seconds: 1, scale: 0.2 })
}

it.each([
  ['half-sent requests', halfSentRequests],
  ['live sockets that never sign in', silentSockets],
  ['connections without CONNECT', silentControllers],
])('%s give way to newcomers of another address', async (_what, attack) => {
  const counts = await run(attack)
  expect(counts['newcomers refused']).toBe(0)
  expect(counts['newcomers served']).toBeGreaterThan(0)
  expect(counts.closed).toBeGreaterThan(0)
})

it('a guesser gets few answers, and the controller that shares its address gets in', async () => {
  const counts = await run(passwordGuessing)
  expect(counts.guesses).toBeGreaterThan(GUESS_LIMITS.answer.free)
  // The level decreases by one a second.
  expect(counts.answered).toBeLessThanOrEqual(GUESS_LIMITS.answer.free + 5)
  expect(counts['newcomers refused']).toBe(0)
  expect(counts['newcomers served']).toBeGreaterThan(0)
})
