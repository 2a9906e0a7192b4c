/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * Returns the counts of Vitest's JSON report. A file that did not load has no failed tests, so it counts as one
 * failure; so does a run that exited with an error but shows no failure.
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
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

function isNotFailed(test) {
  return test.status !== 'failed'
}

/**
 * Returns the counts of Playwright's JSON report, including errors outside of any test (such as a fixture that does not
 * load).
 * @param {any} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function playwrightCounts(report, exitCode) {
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  const failed = unexpected + (report?.errors?.length ?? 0)
  return { passed: expected + flaky, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

/** Returns the sum of counts. @param {readonly Counts[]} all @returns {Counts} */
export function sumCounts(all) {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  }
}
