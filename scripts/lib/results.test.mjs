import { describe, expect, test } from 'vitest'
import { playwrightCounts, sumCounts, vitestCounts } from './results.mjs'

const file = (status, ...statuses) => ({ status, assertionResults: statuses.map((each) => ({ status: each })) })

describe("Vitest's report", () => {
  test('is counted test by test; what was skipped counts for nothing', () => {
    const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'failed', 'passed')] }
    expect(vitestCounts(report, 1)).toEqual({ passed: 2, failed: 1 })
  })

  test('counts a file that did not load as one failure', () => {
    expect(vitestCounts({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({
      passed: 1,
      failed: 1,
    })
  })

  test('that is missing is one failure', () => {
    expect(vitestCounts(undefined, 1)).toEqual({ passed: 0, failed: 1 })
  })

  test('without a failure is one failure all the same when the run ended badly', () => {
    expect(vitestCounts({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1 })
  })
})

describe("Playwright's report", () => {
  test('counts a test that passed at the second try as passed', () => {
    const stats = { expected: 5, flaky: 1, unexpected: 0, skipped: 2 }
    expect(playwrightCounts({ stats, errors: [] }, 0)).toEqual({ passed: 6, failed: 0 })
  })

  test('counts errors outside of any test', () => {
    const report = { stats: { expected: 5, unexpected: 1 }, errors: [{ message: 'the platform did not start' }] }
    expect(playwrightCounts(report, 1)).toEqual({ passed: 5, failed: 2 })
  })

  test('that is missing is one failure', () => {
    expect(playwrightCounts(undefined, 1)).toEqual({ passed: 0, failed: 1 })
  })
})

test('counts are summed over the stages', () => {
  const counts = [
    { passed: 1, failed: 0 },
    { passed: 900, failed: 2 },
  ]
  expect(sumCounts(counts)).toEqual({ passed: 901, failed: 2 })
  expect(sumCounts([])).toEqual({ passed: 0, failed: 0 })
})
