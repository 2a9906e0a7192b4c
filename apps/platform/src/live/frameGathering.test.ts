import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUSY_FRAMES, FrameGathering, GATHER_MS } from './frameGathering.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A socket, and the texts that each of its writes carried. */
function scene() {
  let nowMs = 0
  const writes: string[] = []
  const socket = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      writes.push(chunk)
      done()
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => String(chunk)).join(' '))
      done()
    },
  })
  const gathering = new FrameGathering(socket, () => nowMs)
  const send = (text: string): void => {
    gathering.next()
    socket.write(text)
  }
  const pass = (ms: number): void => {
    nowMs += ms
  }
  return { writes, send, pass }
}

test('a socket of a console gets each frame at once', () => {
  const { writes, send, pass } = scene()
  for (let nth = 0; nth < 2 * BUSY_FRAMES; nth += 1) {
    send(`frame ${nth}`)
    pass(1000 / BUSY_FRAMES)
    expect(writes).toHaveLength(nth + 1)
  }
})

test('a busy socket gets its frames together, in order, a moment later, and alone again when it is busy no more', () => {
  const { writes, send, pass } = scene()
  for (let nth = 0; nth <= BUSY_FRAMES; nth += 1) send('')
  pass(1000)
  writes.length = 0
  for (const text of ['first', 'second', 'third']) send(text)
  expect(writes).toEqual([])
  vi.advanceTimersByTime(GATHER_MS)
  expect(writes).toEqual(['first second third'])
  pass(1000)
  send('alone')
  expect(writes.at(-1)).toBe('alone')
})
