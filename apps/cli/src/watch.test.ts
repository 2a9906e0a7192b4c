import { readFileSync } from 'node:fs'
import { type GreenwaveProcess, runGreenwave, startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { afterEach, expect, test } from 'vitest'

/** Longer than what is noticed within 15 s takes on a busy machine, milliseconds. */
const PATIENCE_MS = 180_000

let platform: PlatformProcess | undefined
let command: GreenwaveProcess | undefined
afterEach(async () => {
  command?.signal('SIGKILL')
  await command?.ended
  await platform?.stop()
})

const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a watcher that hangs and one that is killed are replaced, and SIGTERM ends the last with the command', async () => {
  platform = await startPlatformProcess()
  const running = startGreenwave(['watch', '--url', platform.url], {
    ...{ GREENWAVE_WATCHER_EMAIL: ADMIN_EMAIL, GREENWAVE_WATCHER_PASSWORD: platform.adminPassword },
  })
  command = running
  const starts = (): number => running.said().split('watching 0 devices').length - 1
  await until('a watcher', () => starts() === 1, PATIENCE_MS)
  const hung = childOf(running.pid)
  process.kill(hung, 'SIGSTOP')
  await until('another watcher', () => starts() === 2, PATIENCE_MS)
  expect(running.said()).toMatch(/has stood still for \d+ s, and is killed\nWatcher ended with 1; restarting in 0.25 s/)
  const killed = childOf(running.pid)
  process.kill(killed, 'SIGKILL')
  await until('a third watcher', () => starts() === 3, PATIENCE_MS)
  const last = childOf(running.pid)
  expect(new Set([hung, killed, last]).size).toBe(3)
  running.signal('SIGTERM')
  expect((await running.ended).code).toBe(0)
  expect([hung, killed, last].filter(isRunning)).toEqual([])
})

test('a watcher that refuses its settings is not started again', { timeout: PATIENCE_MS }, async () => {
  const { code, stderr } = await runGreenwave(['watch', '--url', 'http://127.0.0.1:1', '--share', '3/2'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('give a share such as 1/4')])
  expect(stderr).not.toContain('restarting')
})
