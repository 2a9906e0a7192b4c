import { expect, test } from 'vitest'
import { LIMITS } from '../../limits/limits.ts'
import { type CountedSession, InFlightBytes, inFlightCost } from './inFlightBytes.ts'

const { inFlightBytes, inFlightBytesAtMost, inFlightBytesOfSession } = LIMITS

/** Returns a session that records whether it is read. */
function makeSession(bytes: InFlightBytes): CountedSession & { isRead: boolean } {
  const session = {
    bytesInFlight: 0,
    isRead: true,
    connection: {
      updateReading() {
        session.isRead = bytes.mayRead(session)
      },
    },
  }
  return session
}

test('a session with too much under way is not read until some of it is stored, the others are', () => {
  const bytes = new InFlightBytes()
  const flooding = makeSession(bytes)
  bytes.begin(flooding, inFlightBytesOfSession.value)
  expect([bytes.mayRead(flooding), bytes.mayRead(makeSession(bytes))]).toEqual([false, true])
  bytes.end(flooding, 1)
  expect(bytes.mayRead(flooding)).toBe(true)
})

test('beyond what all may have under way, those go on who have nothing under way, up to the last level', () => {
  const bytes = new InFlightBytes()
  const flooding = Array.from({ length: inFlightBytes.value / 100_000 + 1 }, () => makeSession(bytes))
  for (const session of flooding) bytes.begin(session, 100_000)
  for (const session of flooding) session.connection.updateReading()
  expect(flooding.some(({ isRead }) => isRead)).toBe(false)
  const small = makeSession(bytes)
  expect(bytes.mayRead(small)).toBe(true)
  const others = Array.from({ length: (inFlightBytesAtMost.value - inFlightBytes.value) / 100_000 + 1 }, () =>
    makeSession(bytes),
  )
  for (const session of others) bytes.begin(session, 100_000)
  small.connection.updateReading()
  expect(small.isRead).toBe(false)
  for (const session of others) bytes.end(session, 100_000)
  expect([small.isRead, flooding.some(({ isRead }) => isRead)]).toEqual([true, false])
  for (const session of flooding.slice(0, 2)) bytes.end(session, 100_000)
  expect(flooding.every(({ isRead }) => isRead)).toBe(true)
  for (const session of flooding.slice(2)) bytes.end(session, 100_000)
  expect(bytes.total).toBe(0)
})

test('an array counts for the rows that it becomes', () => {
  expect(inFlightCost('[{"a":1},{"a":2}]')).toBeGreaterThan(inFlightCost('{"a":1,"b":2,"c":"x"}'))
  expect(inFlightCost(Buffer.from('[1]'))).toBe(inFlightCost('[1]'))
})
