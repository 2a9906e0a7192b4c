import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { playwrightCounts, sumCounts, vitestCounts } from './results.mjs'
import { ROOT } from './root.mjs'

const file = (status, ...statuses) => ({
  name: join(ROOT, 'a.test.ts'),
  status,
  message: 'SyntaxError: no such export\n  at a',
  assertionResults: statuses.map((each, nth) => ({
    status: each,
    fullName: `test ${nth}`,
    failureMessages: each === 'failed' ? ['AssertionError: 1 is not 2\n  at b'] : [],
  })),
})

describe("Vitest's report", () => {
  test('is counted test by test; what was skipped counts for nothing', () => {
    const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'failed', 'passed')] }
    expect(vitestCounts(report, 1)).toEqual({
      passed: 2,
      failed: 1,
      troubles: ['failed: a.test.ts › test 0: AssertionError: 1 is not 2'],
    })
  })

  test('counts a file that did not load as one failure', () => {
    expect(vitestCounts({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({
      passed: 1,
      failed: 1,
      troubles: ['failed: a.test.ts › the file did not load: SyntaxError: no such export'],
    })
  })

  test('names a test that passed only at the second try', () => {
    const report = { testResults: [file('passed', 'passed')] }
    report.testResults[0].assertionResults[0].failureMessages.push('Error: late')
    const troubles = ['passed at the second try: a.test.ts › test 0: Error: late']
    expect(vitestCounts(report, 0)).toEqual({ passed: 1, failed: 0, troubles })
  })

  test('that is missing is one failure', () => {
    expect(vitestCounts(undefined, 1)).toEqual({ passed: 0, failed: 1, troubles: [] })
  })

  test('without a failure is one failure all the same when the run ended badly', () => {
    expect(vitestCounts({ testResults: [file('passed', 'passed')] }, 1)).toEqual({
      passed: 1,
      failed: 1,
      troubles: [],
    })
  })
})

describe("Playwright's report", () => {
  test('counts a test that passed at the second try as passed, and names it', () => {
    const stats = { expected: 5, flaky: 1, unexpected: 0, skipped: 2 }
    const late = [{ errors: [{ message: '\u001b[31mError: late\u001b[39m\n at c' }] }, { errors: [] }]
    const specs = [
      { file: 'now.spec.ts', title: 'is late', tests: [{ status: 'flaky', results: late }] },
      { file: 'now.spec.ts', title: 'is right', tests: [{ status: 'expected', results: [{ errors: [] }] }] },
    ]
    const report = { stats, errors: [], suites: [{ specs: [], suites: [{ specs }] }] }
    const troubles = ['passed at the second try: e2e/tests/now.spec.ts › is late: Error: late']
    expect(playwrightCounts(report, 0)).toEqual({ passed: 6, failed: 0, troubles })
  })

  test('counts errors outside of any test', () => {
    const report = { stats: { expected: 5, unexpected: 1 }, errors: [{ message: 'the platform did not start' }] }
    expect(playwrightCounts(report, 1)).toEqual({ passed: 5, failed: 2, troubles: [] })
  })

  test('that is missing is one failure', () => {
    expect(playwrightCounts(undefined, 1)).toEqual({ passed: 0, failed: 1, troubles: [] })
  })
})

test('counts are summed over the stages', () => {
  const counts = [
    { passed: 1, failed: 0, troubles: [] },
    { passed: 900, failed: 1, troubles: ['failed: a'] },
  ]
  expect(sumCounts(counts)).toEqual({ passed: 901, failed: 1, troubles: ['failed: a'] })
  expect(sumCounts([])).toEqual({ passed: 0, failed: 0, troubles: [] })
})
