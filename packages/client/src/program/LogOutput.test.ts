import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogOutput, type WriteBytes } from './LogOutput.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A file that can be full, or stop taking bytes. */
function makeFile() {
  const file = { written: '', state: 'works' as 'works' | 'full' | 'halfFull' | 'stalled' }
  const write: WriteBytes = (bytes, done) => {
    if (file.state === 'stalled') return
    if (file.state === 'full') return done(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }), 0)
    const taken = file.state === 'halfFull' ? Math.ceil(bytes.length / 2) : bytes.length
    file.written += bytes.subarray(0, taken).toString()
    if (file.state === 'halfFull') file.state = 'full'
    done(null, taken)
  }
  const output = new LogOutput({ describeLoss: (lines, reason) => `lost ${lines}: ${reason}`, write })
  return { file, output }
}

test('lines of a full disk wait and are written in order when there is room again', () => {
  const { file, output } = makeFile()
  output.write('one\n')
  file.state = 'halfFull'
  output.write('second\n')
  output.write('third\n')
  expect(file.written).toBe('one\nseco')
  vi.advanceTimersByTime(10_000)
  expect(output.failedWrites).toBeGreaterThan(1)
  file.state = 'works'
  vi.advanceTimersByTime(10_000)
  expect(file.written).toBe('one\nsecond\nthird\n')
  expect(output.droppedLines).toBe(0)
})

test('what does not fit is counted, and reported in one line when the log can be written again', () => {
  const { file, output } = makeFile()
  file.state = 'full'
  const line = `${'x'.repeat(1023)}\n`
  for (let count = 0; count < 300; count += 1) output.write(line)
  expect(output.droppedLines).toBe(300 - 256)
  file.state = 'works'
  vi.advanceTimersByTime(10_000)
  output.write('after\n')
  expect(file.written.replaceAll(line, '.')).toBe(`${'.'.repeat(256)}lost 44: ENOSPC: no space left\nafter\n`)
})

test('a reader that has stopped blocks nobody and costs a bounded amount of memory', () => {
  const { file, output } = makeFile()
  file.state = 'stalled'
  for (let count = 0; count < 3_000; count += 1) output.write(`${'x'.repeat(1023)}\n`)
  expect(output.droppedLines).toBe(3_000 - 256)
  expect(file.written).toBe('')
})

test('everything is written when the process ends', async () => {
  const module = JSON.stringify(new URL('LogOutput.ts', import.meta.url).href)
  const program = `
    import { LogOutput } from ${module}
    const output = new LogOutput({ describeLoss: () => '' })
    for (let n = 0; n < 100; n += 1) output.write(n + '\\n')
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const [written] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(
    written
      .trim()
      .split('\n')
      .map(Number)
      .toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 100 }, (_, n) => n))
})
