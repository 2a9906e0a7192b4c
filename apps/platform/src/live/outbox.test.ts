import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { type LatestSource, Outbox, type OutboxSocket } from './outbox.ts'

/** A socket whose network is controlled by the test: frames stay in its buffer until `pump` takes them out. */
class HandPumpedSocket implements OutboxSocket {
  readonly received: string[] = []
  readonly #buffer: { frame: string; onFlushed: (error?: Error) => void }[] = []

  get bufferedAmount(): number {
    return this.#buffer.reduce((sum, { frame }) => sum + frame.length, 0)
  }

  send(frame: string, onFlushed: (error?: Error) => void): void {
    this.#buffer.push({ frame, onFlushed })
  }

  sendPart(part: Uint8Array, isLast: boolean, onFlushed: (error?: Error) => void): void {
    this.#buffer.push({ frame: `${Buffer.from(part).toString()}${isLast ? '.' : '-'}`, onFlushed })
  }

  /** Lets the network take this many frames; returns false when nothing is left. */
  pump(count = 1): boolean {
    for (let i = 0; i < count; i++) {
      const next = this.#buffer.shift()
      if (!next) return false
      this.received.push(next.frame)
      next.onFlushed()
    }
    return this.#buffer.length > 0
  }

  pumpAll(): void {
    while (this.pump()) {}
  }
}

/** A value of which only the newest matters. */
class Countdown implements LatestSource {
  value: string | undefined
  taken = 0

  takeFrame(): string | undefined {
    const frame = this.value
    this.value = undefined
    this.taken += 1
    return frame
  }
}

function createOutbox() {
  const socket = new HandPumpedSocket()
  const clock = { now: 0 }
  let overflows = 0
  const outbox = new Outbox(
    socket,
    () => clock.now,
    () => {
      overflows += 1
    },
  )
  return { socket, clock, outbox, overflows: () => overflows }
}

const big = 'x'.repeat(LIMITS.congestedBytes.value + 1)

test('a free socket gets everything at once', () => {
  const { socket, outbox } = createOutbox()
  const countdown = new Countdown()
  outbox.reply('reply')
  outbox.event('event')
  countdown.value = '3'
  outbox.latest(countdown)
  socket.pumpAll()
  expect(socket.received).toEqual(['reply', 'event', '3'])
})

test('keeps the latest value alone while the socket is congested, and builds its frame only when it can go', () => {
  const { socket, outbox } = createOutbox()
  const countdown = new Countdown()
  outbox.reply(big)
  for (const value of ['3', '2', '1']) {
    countdown.value = value
    outbox.latest(countdown)
  }
  expect(countdown.taken).toBe(0)
  socket.pumpAll()
  expect(socket.received).toEqual([big, '1'])
  expect(countdown.taken).toBe(1)
})

test('replies and events keep their order under congestion, and come before newer values', () => {
  const { socket, outbox } = createOutbox()
  const countdown = new Countdown()
  outbox.reply(big)
  countdown.value = '1'
  outbox.latest(countdown)
  outbox.event('event 1')
  outbox.reply('reply')
  outbox.event('event 2')
  socket.pumpAll()
  expect(socket.received).toEqual([big, 'event 1', 'reply', 'event 2', '1'])
})

test('an ended source is forgotten', () => {
  const { socket, outbox } = createOutbox()
  const countdown = new Countdown()
  outbox.reply(big)
  countdown.value = '1'
  outbox.latest(countdown)
  outbox.forget(countdown)
  socket.pumpAll()
  expect(socket.received).toEqual([big])
})

test('one event too many ends the connection; replies do not count', () => {
  const { outbox, overflows } = createOutbox()
  outbox.reply(big)
  for (let i = 0; i < LIMITS.waitingEvents.value * 2; i++) outbox.reply('reply')
  for (let i = 0; i < LIMITS.waitingEvents.value; i++) outbox.event('event')
  expect(overflows()).toBe(0)
  outbox.event('event')
  expect(overflows()).toBe(1)
})

test('replies and events that are together too large end the connection', () => {
  const { socket, outbox, overflows } = createOutbox()
  const half = 'x'.repeat(LIMITS.waitingCharactersOfSocket.value / 2)
  outbox.reply(big)
  outbox.reply(half)
  outbox.event(half)
  expect(overflows()).toBe(0)
  socket.pumpAll()
  outbox.reply(big)
  outbox.reply(half)
  outbox.reply(half)
  expect(overflows()).toBe(0)
  outbox.reply('x')
  expect(overflows()).toBe(1)
})

test('room for events comes back as they are taken', () => {
  const { socket, outbox, overflows } = createOutbox()
  for (let round = 0; round < 3; round++) {
    outbox.reply(big)
    for (let i = 0; i < LIMITS.waitingEvents.value; i++) outbox.event('event')
    socket.pumpAll()
  }
  expect(overflows()).toBe(0)
  expect(socket.received).toHaveLength(3 * (LIMITS.waitingEvents.value + 1))
})

test('a socket is stuck for as long as it takes nothing of what was sent', () => {
  const { socket, clock, outbox } = createOutbox()
  clock.now = 1_000
  expect(outbox.stuckForMs()).toBe(0)
  outbox.reply('a')
  outbox.reply('b')
  clock.now = 4_000
  expect(outbox.stuckForMs()).toBe(3_000)
  socket.pump()
  expect(outbox.stuckForMs()).toBe(0)
  clock.now = 5_000
  expect(outbox.stuckForMs()).toBe(1_000)
  socket.pump()
  clock.now = 9_000
  expect(outbox.stuckForMs()).toBe(0)
})

test('a reply in parts is read no faster than it is taken, and nothing comes between its parts', async () => {
  const { socket, outbox } = createOutbox()
  const ahead: number[] = []
  async function* parts() {
    for (const [nth, text] of ['b', 'c', 'd'].entries()) {
      ahead.push(nth + 1 - (socket.received.length - 1))
      yield Buffer.from(text)
    }
  }
  const { signal } = new AbortController()
  outbox.reply('before')
  socket.pumpAll()
  let isSent = false
  const sent = outbox.replyInParts(Buffer.from('a'), parts(), signal).then(() => {
    isSent = true
  })
  const value = new Countdown()
  value.value = 'latest'
  outbox.event('event')
  outbox.latest(value)
  while (!isSent) {
    socket.pump()
    await new Promise(setImmediate)
  }
  await sent
  await outbox.whenCalm(signal)
  socket.pumpAll()
  expect(socket.received).toEqual(['before', 'a-', 'b-', 'c-', 'd.', 'event', 'latest'])
  expect(ahead).toEqual([1, 1, 1])
})

test('a reply in parts waits for what was queued before it, and ends when its reader goes', async () => {
  const { socket, outbox } = createOutbox()
  const leaving = new AbortController()
  outbox.reply('x'.repeat(LIMITS.congestedBytes.value + 1))
  outbox.event('event')
  async function* endless() {
    for (;;) yield Buffer.from('more')
  }
  const sent = outbox.replyInParts(Buffer.from('first'), endless(), leaving.signal)
  socket.pump()
  await expect.poll(() => socket.bufferedAmount).toBe('event'.length + 'first-'.length)
  leaving.abort(new Error('gone'))
  await expect(sent).rejects.toThrow('gone')
  await expect(outbox.whenCalm(leaving.signal)).rejects.toThrow('gone')
})

test('a send that failed does not make it send on', () => {
  const sent: string[] = []
  const callbacks: ((error?: Error) => void)[] = []
  const outbox = new Outbox(
    {
      bufferedAmount: LIMITS.congestedBytes.value + 1,
      send: (frame, onFlushed) => {
        sent.push(frame)
        callbacks.push(onFlushed)
      },
      sendPart: () => {},
    },
    () => 0,
    () => {},
  )
  outbox.reply('waits')
  callbacks[0]?.(new Error('gone'))
  expect(sent).toEqual([])
})

test('whatever a reader does: replies and events all arrive in order, and the last value is the newest', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('reply', 'event', 'latest'), size: fc.nat(40_000) }),
    fc.record({ kind: fc.constant('pump'), size: fc.nat(5) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const { socket, outbox } = createOutbox()
      const countdown = new Countdown()
      const ordered: string[] = []
      let lastValue: string | undefined
      for (const [i, { kind, size }] of steps.entries()) {
        const frame = `${kind} ${i} ${'x'.repeat(kind === 'pump' ? 0 : size)}`
        if (kind === 'pump') socket.pump(size)
        else if (kind === 'latest') {
          countdown.value = frame
          lastValue = frame
          outbox.latest(countdown)
        } else {
          ordered.push(frame)
          if (kind === 'reply') outbox.reply(frame)
          else outbox.event(frame)
        }
      }
      socket.pumpAll()
      expect(socket.received.filter((frame) => !frame.startsWith('latest'))).toEqual(ordered)
      expect(socket.received.findLast((frame) => frame.startsWith('latest'))).toBe(lastValue)
    }),
  )
})
