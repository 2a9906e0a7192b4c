import { expect, test } from 'vitest'
import { countOutcomes, OUTCOMES, type ReportLine, reportCsv, unfinished } from './listReport.ts'

const line = (nth: number, outcome: ReportLine['outcome']): ReportLine => ({
  entry: { line: nth, name: `TLC-${nth}` },
  outcome,
})
const LINES = [
  line(4, { state: 'failed', why: 'no' }),
  line(2, { state: 'created' }),
  line(3, { state: 'conflict', fields: ['label'] }),
]

test('the report counts every outcome, names what was not done, and has all lines in the order of the file', () => {
  const counts = countOutcomes(LINES)
  expect(counts).toEqual({ created: 1, updated: 0, same: 0, conflict: 1, failed: 1 })
  expect([...OUTCOMES].sort()).toEqual(Object.keys(counts).sort())
  expect(unfinished(LINES).map(({ entry }) => entry.line)).toEqual([3, 4])
  expect(reportCsv(LINES, ['Line', 'Name', 'Outcome'], ({ state }) => state)).toBe(
    '\uFEFFLine,Name,Outcome\r\n2,TLC-2,created\r\n3,TLC-3,conflict\r\n4,TLC-4,failed\r\n',
  )
})
