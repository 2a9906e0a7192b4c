import { folderOfTest } from '@greenwave/harness/ofTest'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIMITS } from '../src/limits/limits.ts'
import type { Platform } from '../src/start/platform.ts'
import { startPlatform, TEST_ADMIN } from '../src/testing/startPlatform.ts'
import { auditPages } from './attacks/auditPages.ts'
import { byteFlood } from './attacks/byteFlood.ts'
import { historySockets } from './attacks/historySockets.ts'
import { keySubscriptions } from './attacks/keySubscriptions.ts'
import { restHistory } from './attacks/restHistory.ts'
import { wideValues } from './attacks/wideValues.ts'
import type { Attack, AttackOptions, Counts, Target } from './scene/attack.ts'

/** Bytes that one read of a socket may bring beyond a budget of bytes in flight. */
const ONE_READ = 131_072

let folder = ''
let platform: Platform
beforeEach(async () => {
  folder = folderOfTest()
  platform = await startPlatform({ dataDir: folder })
})
afterEach(() => platform.close())

/** Runs an attack; resolves with its counts, and the highest level of each limit meanwhile. */
async function stand(attack: Attack, options: AttackOptions): Promise<{ counts: Counts; most: Counts }> {
  const most: Counts = {}
  const look = setInterval(() => {
    for (const [name, fill] of Object.entries(platform.fills())) most[name] = Math.max(most[name] ?? 0, fill)
  }, 5)
  const target: Target = { url: platform.url, mqttUrl: platform.mqttUrl, admin: TEST_ADMIN }
  try {
    return { counts: await attack(target, options), most }
  } finally {
    clearInterval(look)
  }
}

test('a flood of bytes is slowed to what the disk takes, and nothing that was acknowledged is missing', async () => {
  const { counts, most } = await stand(byteFlood, { seconds: 1, scale: 0.3 })
  expect(counts).toMatchObject({ refused: 0, missing: 0 })
  expect(counts.acknowledged).toBe(counts.messages)
  expect(most.inFlightBytes).toBeLessThan(LIMITS.inFlightBytesAtMost.value + 12 * ONE_READ)
  expect(platform.fills().inFlightBytes).toBe(0)
})

test('large values within the number of keys are taken up to the bytes of a device, and refused beyond', async () => {
  const { counts, most } = await stand(wideValues, { seconds: 1, scale: 0.4 })
  expect(counts.refused).toBeGreaterThan(0)
  expect(counts.acknowledged).toBeGreaterThan(0)
  expect(most.valueBytes).toBeLessThan(2 * LIMITS.deviceValueBytes.value + 10_000)
})

test('history over many sockets of one user takes the places of that user and no more, and gives them back when the sockets close', async () => {
  const { counts, most } = await stand(historySockets, { seconds: 1, scale: 0.02 })
  expect(counts).toMatchObject({ errors: 0, closed: 0 })
  expect(counts.answers).toBeGreaterThan(0)
  expect(most.historyReads).toBe(LIMITS.historyReadsOfUser.value)
  await expect.poll(() => platform.fills().historyReads).toBe(0)
})

test('history over HTTP takes the places of its user and no more, also when callers leave in the middle', async () => {
  const { counts, most } = await stand(restHistory, { seconds: 1, scale: 0.1 })
  expect(counts.refused).toBe(0)
  expect((counts.answers ?? 0) + (counts.left ?? 0)).toBeGreaterThan(0)
  expect(most.historyReads).toBe(LIMITS.historyReadsOfUser.value)
  await expect.poll(() => platform.fills().historyReads).toBe(0)
})

test('subscriptions with as many keys as a message holds fill the bytes of their user and no more', async () => {
  const { counts, most } = await stand(keySubscriptions, { seconds: 4, scale: 1 })
  expect(counts.errors).toBe(0)
  // Each socket may exceed the limit by the one subscription that closes it.
  expect(most.subscriptionBytesOfUser).toBeLessThan(LIMITS.subscriptionBytesOfUser.value + 8 * 2_000_000)
  await expect.poll(() => platform.fills().subscriptionBytes).toBe(0)
})

test('the whole of the audit log is answered to each who asks for it, with no more of a large write than an entry keeps', async () => {
  const { counts } = await stand(auditPages, { seconds: 1, scale: 0.2 })
  expect(counts.refused).toBe(0)
  expect(counts.answers).toBeGreaterThan(0)
  // Sixty writes of 51 KB each.
  expect(counts.megabytes).toBeLessThan((counts.answers ?? 0) * 60 * 0.02)
})
