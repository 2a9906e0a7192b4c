import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './root.mjs'

/**
 * How many passed and failed, with a line for each test that failed or passed only at the second try.
 * @typedef {{ passed: number, failed: number, troubles: string[] }} Counts
 */

/**
 * Counts Vitest's JSON report. A file that did not load has no failed tests, so it counts as one failure; so does a
 * run that exited with an error but shows no failure.
 * @param {any} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function vitestCounts(report, exitCode) {
  const files = report?.testResults ?? []
  const tests = files.flatMap((file) => file.assertionResults)
  const broken = files.filter((file) => file.status === 'failed' && file.assertionResults.every(isNotFailed))
  const failed = tests.length - tests.filter(isNotFailed).length + broken.length
  const passed = tests.filter((test) => test.status === 'passed').length
  const troubles = files.flatMap((file) => [
    ...file.assertionResults.map((test) => trouble(test.status, file.name, test.fullName, test.failureMessages)),
    ...(broken.includes(file) ? [trouble('failed', file.name, 'the file did not load', [file.message])] : []),
  ])
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, troubles: troubles.filter(Boolean) }
}

function isNotFailed(test) {
  return test.status !== 'failed'
}

/** Returns a line about a test that failed at least once, or undefined where it never did. */
function trouble(status, file, name, messages) {
  if (status !== 'failed' && messages.length === 0) return
  const outcome = status === 'failed' ? 'failed' : 'passed at the second try'
  const [reason] = stripVTControlCharacters(messages[0] ?? '').split('\n')
  return `${outcome}: ${relative(ROOT, file)} › ${name}: ${reason}`
}

/**
 * Counts Playwright's JSON report, including errors outside of any test (such as a fixture that does not load).
 * @param {any} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function playwrightCounts(report, exitCode) {
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  const failed = unexpected + (report?.errors?.length ?? 0)
  const troubles = specsOf(report ?? {}).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => {
      const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message))
      return trouble(status === 'unexpected' ? 'failed' : status, `${ROOT}/e2e/tests/${file}`, title, messages)
    }),
  )
  return {
    passed: expected + flaky,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    troubles: troubles.filter(Boolean),
  }
}

/** Returns the specs of a suite and of the suites in it. */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** Adds up counts. @param {readonly Counts[]} all @returns {Counts} */
export function sumCounts(all) {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    troubles: all.flatMap(({ troubles }) => troubles),
  }
}
