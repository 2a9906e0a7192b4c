import { expect, test } from 'vitest'
import { messagesIn, withFrame } from './frameValues.ts'

test('a second with one time is one message', () => {
  const data = { T_D1: [[1000, '27']], T_X2: [[1000, '7']] } as Parameters<typeof messagesIn>[0]
  const [message, ...others] = messagesIn(data, 1300)
  expect(others).toEqual([])
  expect(message).toMatchObject({ ts: 1000, receivedMs: 1300 })
  expect(message?.counts.filter((count) => count >= 0)).toEqual([27, 7])
})

test('keys of several times are as many messages, the oldest first, and a snapshot arrived when it was taken', () => {
  const data = { T_D1: [[3000, '1']], T_X2: [[1000, '7']], T_V3: [[2000, null]], T_D3: [[0, '']] } as Parameters<
    typeof messagesIn
  >[0]
  expect(messagesIn(data, 'sent').map(({ ts, receivedMs }) => [ts, receivedMs])).toEqual([
    [1000, 1000],
    [3000, 3000],
  ])
})

test('attributes are folded in, and deleted ones are gone', () => {
  const first = withFrame({}, { Mode: [[5, '4']], Vang: [[5, '3']] })
  expect(withFrame(first, { Mode: [[9, '0']], Vang: [[0, '']] })).toEqual({ Mode: { ts: 9, value: '0' } })
})
