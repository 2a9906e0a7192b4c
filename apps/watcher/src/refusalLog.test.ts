import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLiveRefusalLog } from './refusalLog.ts'

test('a refused live connection is a warning with what to do, at most every ten minutes', () => {
  const lines: string[] = []
  let nowMs = 0
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const onRefused = createLiveRefusalLog(log, () => nowMs)
  for (nowMs of [0, 60_000, 599_999, 600_000]) onRefused(6, '1008 Max subscriptions limit reached')
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    junctions: 6,
    msg: expect.stringMatching(/refused .*1008 Max subscriptions.*6 junctions are not monitored.*24 subscriptions/),
  })
})
