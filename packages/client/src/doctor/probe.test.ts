import { ApiError, UnexpectedReplyError } from '../callErrors.ts'
import type { CallApi } from '../callTypes.ts'
import { playedCalls } from '../testing/playedCalls.ts'
import { expect, test } from 'vitest'
import { CONSOLE_PROBES } from './consoleProbes.ts'
import { describeFinding } from './finding.ts'
import { tryProbes } from './probe.ts'
import { RATE_PROBE } from './loadProbes.ts'
import { checkRecordAge, WATCHER_PROBES } from './watcherProbes.ts'
import { writingProbes } from './writingProbes.ts'

/** Returns calls that all end like this. */
const answering = (answer: (name: string) => unknown): CallApi => playedCalls(answer)
const refusing = (error: Error): CallApi =>
  answering(() => {
    throw error
  })

test('what a platform refuses is a finding with the fix, and the other probes are tried all the same', async () => {
  const findings = await tryProbes(refusing(new ApiError(403, 20, 'No\r\npermission')), WATCHER_PROBES)
  expect(findings).toHaveLength(WATCHER_PROBES.length)
  for (const { level, says, fix } of findings) {
    expect([level, says]).toEqual(['error', 'the platform refused: No permission (403)'])
    expect(fix).toMatch(/\w/)
  }
})

test('a limit of calls is no refusal, and its fix is the profile of the tenant', async () => {
  const findings = await tryProbes(refusing(new ApiError(429, 33, 'Too many requests')), CONSOLE_PROBES.slice(0, 5))
  expect(findings.map(({ level }) => level)).toEqual(Array(5).fill('warning'))
  expect(describeFinding(findings[0] ?? { check: '', level: 'ok', says: '' })).toContain('Rate limits')
})

test('a burst of calls finds a limit, and says how many were refused', async () => {
  const probe = [RATE_PROBE]
  let calls = 0
  const limited = answering(() => {
    calls += 1
    if (calls > 60) throw new ApiError(429, 33, 'Too many requests for current tenant!')
    return {}
  })
  expect(await tryProbes(limited, probe)).toMatchObject([
    { level: 'warning', says: expect.stringMatching(/^40 of 100/) },
  ])
  expect(
    await tryProbes(
      answering(() => ({})),
      probe,
    ),
  ).toMatchObject([{ level: 'ok' }])
})

test('an audit log that fills with writes is a warning', async () => {
  const probe = CONSOLE_PROBES.filter(({ check }) => check === 'audit log')
  const levelWith = async (totalElements: number) =>
    (
      await tryProbes(
        answering(() => ({ totalElements })),
        probe,
      )
    )[0]?.level
  expect([await levelWith(10_000), await levelWith(10_001)]).toEqual(['ok', 'warning'])
})

test('what comes after an asset that could not be made is not tried', async () => {
  const probes = writingProbes(() => {
    throw new Error('no live connection is opened')
  }).filter(({ check }) => !/customers|live/.test(check))
  const [first, ...others] = await tryProbes(refusing(new UnexpectedReplyError('odd')), probes)
  expect(first).toMatchObject({ level: 'error', says: 'odd' })
  for (const other of others)
    expect(other).toMatchObject({ level: 'warning', says: expect.stringMatching(/^was not tried/) })
})

test('a value that comes back as a text that is no JSON is a finding, and the asset is deleted all the same', async () => {
  const called: string[] = []
  const odd = answering((name) => {
    called.push(name)
    if (name === 'attributes') return [{ key: 'gw_doctor', value: '[object Object]', lastUpdateTs: 1 }]
    return name === 'saveAsset' ? { id: { id: 'a1' } } : {}
  })
  const probes = writingProbes(() => {
    throw new Error('no live connection is opened')
  })
  const findings = await tryProbes(odd, probes)
  const [, attributes] = findings
  expect(attributes).toMatchObject({ level: 'error', says: expect.stringContaining('came back as "[object Object]"') })
  expect(findings.map(({ check }) => check)).toEqual(probes.map(({ check }) => check))
  expect(called).toContain('deleteAsset')
})

test.each([
  [400, 900, 'ok'],
  [3, 6, 'ok'],
  [3, 7, 'warning'],
  [30, 200, 'warning'],
] as const)('an oldest record of %i days, of a city watched for %i days: %s', (oldest, watched, level) => {
  const found = checkRecordAge(oldest, watched)
  expect(typeof found === 'string' ? 'ok' : found.level).toBe(level)
})

test('what there is one of is one, not several', async () => {
  const one = answering((name) => (name === 'countEntities' ? 1 : { totalElements: 1, data: [{ id: { id: 'c' } }] }))
  const probes = [...CONSOLE_PROBES, ...WATCHER_PROBES].filter(({ check }) =>
    /fleet|types|audit|junctions|customers|alarms|accounts/.test(check),
  )
  expect((await tryProbes(one, probes)).map(({ says }) => says)).toEqual([
    '1 junction is not healthy',
    '1 is in use',
    '1 record in the last hour',
    '1 is visible',
    '1 is visible, with its attributes',
    '1 is active',
    '1 is visible',
  ])
  expect(checkRecordAge(1, 1)).toBe('the oldest is 1 day old')
})
