import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timeLeftEstimator } from '@greenwave/client/program/terminal'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

test('a platform cannot command the terminal by what it answers', async () => {
  const body = JSON.stringify({ message: 'no \u001b[2J\u009b31m\rway' })
  const answer = `HTTP/1.1 401 Unauthorized\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  const platform = createServer((socket) => void socket.once('data', () => socket.end(answer)))
  await once(platform.listen(0, '127.0.0.1'), 'listening')
  try {
    const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
    const args = ['doctor', '--url', url, '--user', 'mai@signal.example']
    const { code, stderr } = await runGreenwaveHere(args, { GREENWAVE_PASSWORD: 'password' })
    expect([code, stderr]).toEqual([2, `greenwave: ${url} refused: no \uFFFD[2J\uFFFD31m\uFFFDway (401)\n`])
  } finally {
    platform.close()
  }
})

test('a command whose reader has had enough, as `head` has, ends without a stack trace', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-terminal-'))
  try {
    const file = join(folder, 'settings.json')
    writeFileSync(file, '{"Mode": 9}')
    const running = startGreenwave(['check', file])
    running.stopReading()
    expect(await running.ended).toEqual({ code: 1, stdout: '', stderr: '' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the time left follows from the work of this run, and is not shown before it can be known', () => {
  let nowMs = 0
  const timeLeft = timeLeftEstimator(() => nowMs)
  // An export that goes on at 40 %.
  expect(timeLeft(0.4)).toBe('')
  nowMs = 2000
  expect(timeLeft(0.41)).toBe('')
  nowMs = 10_000
  expect(timeLeft(0.5)).toBe('50 s left')
  nowMs = 20_000
  expect(timeLeft(0.5)).toBe('2 min left')
  nowMs = 1_000_000
  expect(timeLeft(0.5)).toBe('1 h 24 min left')
  expect(timeLeft(1)).toBe('')
})
