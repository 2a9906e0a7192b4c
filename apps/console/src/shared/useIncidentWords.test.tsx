import { parseIncidentDetails } from '@greenwave/contract/records/incidentDetails'
import { LAMP_COLOURS } from '@greenwave/controller/controllerLimits'
import type { Incident, IncidentFacts } from '@greenwave/observer/incident'
import { alarmDetails } from '@greenwave/observer/rules/alarm'
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import { act, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { cityMs } from '../test/localTime.ts'
import { PACKS } from '../texts/packs.ts'
import { changePack } from '../texts/texts.ts'
import { PhaseNamesContext } from './phaseNames.ts'
import { useIncidentWords } from './useIncidentWords.ts'
import { useWaveCauseText } from './useWaveCauseText.ts'

const NOW_MS = cityMs(2026, 10, 22, 12, 0, 0)
const seconds = fc.integer({ min: 1, max: 900 })
const phase = fc.constantFrom(1 as const, 2 as const, 3 as const)
const phases = fc.subarray([1, 2, 3] as const, { minLength: 1 })
const sinceMs = fc.integer({ min: NOW_MS - 86_400_000, max: NOW_MS })
const shorter = { seconds, setSeconds: seconds }

/** Any facts of an incident, by its code. */
const FACTS: { readonly [Code in keyof IncidentFacts]: fc.Arbitrary<IncidentFacts[Code]> } = {
  conflict: fc.record({ phases: fc.subarray([1, 2, 3] as const, { minLength: 2 }) }),
  lamps: fc.record({ phases, lamps: fc.subarray([...LAMP_COLOURS], { minLength: 2, maxLength: 2 }) }),
  'short-yellow': fc.record({ phases: fc.tuple(phase), ...shorter }),
  'short-clearance': fc.record({ phases: fc.tuple(phase, phase), ...shorter }),
  dark: fc.record({ phases }),
  'all-red': fc.record({ seconds }),
  frozen: fc.constant({}),
  silent: fc.record({ seconds }),
  offline: fc.record({ sinceMs }),
  'countdown-jump': fc
    .record({ phases: fc.tuple(phase), from: seconds, to: seconds })
    .filter(({ from, to }) => from !== to),
  'off-plan': fc.oneof(
    fc.record({ what: fc.constant('cycle' as const), program: phase, ...shorter }),
    fc.record({ what: fc.constant('green' as const), program: phase, phases: fc.tuple(phase), ...shorter }),
    fc.record({
      what: fc.constant('position' as const),
      program: phase,
      phases: fc.tuple(phase),
      seconds: fc.integer({ min: -90, max: 90 }).filter((late) => late !== 0),
    }),
    fc.record({
      what: fc.constant('limits' as const),
      phases: fc.tuple(phase),
      ...{ seconds: seconds, smallest: seconds, largest: seconds },
    }),
    fc.record({ what: fc.constant('mode' as const), seconds }),
    fc.record({ what: fc.constant('plan' as const), plan: fc.option(phase), scheduled: phase }),
  ),
  calendar: fc.record({ runs: fc.constantFrom('', 'Friday'), day: fc.constant('Saturday') }),
  'not-taken': fc.record({ settings: fc.integer({ min: 1, max: 90 }) }),
  clock: fc.record({ aheadSeconds: fc.integer({ min: -900, max: 900 }).filter((ahead) => Math.abs(ahead) > 5) }),
  hold: fc.record({ mode: fc.constantFrom(0, 1, 2), sinceMs }),
}

const anyIncident = fc
  .constantFrom(...INCIDENT_CODES)
  .chain((code) =>
    FACTS[code].map(
      (facts) => ({ code, severity: 'MAJOR', sinceMs: NOW_MS, seenMs: NOW_MS, facts, evidence: [] }) as Incident,
    ),
  )

const words = () => renderHook(useIncidentWords).result.current

/** Returns an incident as the console reads it from its alarm. */
function readAgain(incident: Incident) {
  const details = parseIncidentDetails(JSON.parse(JSON.stringify(alarmDetails(incident))))
  if (!details) throw new Error(`${incident.code} cannot be read`)
  return details
}

describe('the sentence of an incident', () => {
  afterEach(() => act(() => changePack('default')))

  it('says in the default language what the watcher says in English, from the code and the numbers alone', () => {
    const say = words()
    fc.assert(
      fc.property(anyIncident, (incident) => {
        const details = readAgain(incident)
        // The watcher writes times of day in the zone of the controllers.
        const plain = (text: string) =>
          text
            .replace(/since [\d:/, ]+/, 'since ')
            .replace(', and', ' and')
            .replace('’', "'")
        expect(plain(say({ ...details, text: 'not this' }, NOW_MS))).toBe(plain(details.text))
      }),
    )
  })

  it.each([
    [
      'silent',
      { seconds: 11 },
      'Connected, but no lamps for 11 s (when raised)',
      'Connected, but no lamps for 17 min (11 s when raised)',
    ],
    [
      'all-red',
      { seconds: 35 },
      'All phases have been red for 35 s (when raised)',
      'All phases have been red for 17 min (35 s when raised)',
    ],
    ['clock', { aheadSeconds: -8 }, 'Its clock is 8 s behind (when raised)', 'Its clock is 8 s behind'],
  ])('of %s tells the value when raised, and where it is shown live the value now', (code, facts, kept, live) => {
    const say = words()
    const incident = { code, facts, text: '' } as Parameters<typeof say>[0]
    expect([say(incident, NOW_MS), say(incident, NOW_MS, NOW_MS - 17 * 60_000)]).toEqual([kept, live])
  })

  it('of a value that was written again tells both', () => {
    const say = words()
    const clock = { code: 'clock', facts: { aheadSeconds: 41 }, raised: { aheadSeconds: 8 }, text: '' } as Parameters<
      typeof say
    >[0]
    expect([say(clock, NOW_MS), say(clock, NOW_MS, NOW_MS - 60_000)]).toEqual([
      'Its clock is 8 s ahead (when raised), later 41 s ahead',
      'Its clock is 41 s ahead (8 s ahead when raised)',
    ])
  })

  it.each(PACKS)('has every number of the incident in the pack %s', async (pack) => {
    await act(() => changePack(pack))
    const say = words()
    fc.assert(
      fc.property(anyIncident, (incident) => {
        const said = say(readAgain(incident), NOW_MS)
        expect(said).not.toMatch(/\{\{|sentences\./)
        const {
          what: _,
          phases: named = [],
          sinceMs: __,
          mode: ___,
          ...numbers
        } = { ...incident.facts } as Record<string, unknown> & {
          phases?: readonly number[]
        }
        const wholeJunction = incident.code === 'dark' && named.length === 3
        const expected = [...(wholeJunction ? [] : named), ...Object.values(numbers)]
        for (const number of expected) if (typeof number === 'number') expect(said).toContain(String(Math.abs(number)))
      }),
    )
  })

  const CAUSES = [
    [{ cause: 'clock', aheadSeconds: 40 }, 'the clock of Ngã tư 2 is 40 s ahead'],
    [{ cause: 'clock', aheadSeconds: -9 }, 'the clock of Ngã tư 2 is 9 s behind'],
    [{ cause: 'hold', mode: 0 }, 'Ngã tư 2 flashes'],
    [{ cause: 'hold', mode: 1 }, 'Ngã tư 2 is held on Tuyến 1'],
    [{ cause: 'plan', plan: 2, scheduled: 3 }, 'Ngã tư 2 runs plan 2, its schedule has plan 3'],
    [{ cause: 'plan', plan: null, scheduled: 3 }, 'Ngã tư 2 runs no plan, its schedule has plan 3'],
    [{ cause: 'not-taken', settings: 2 }, 'Ngã tư 2 did not take 2 settings'],
    [{ cause: 'lamps' }, 'the lamps of Ngã tư 2 are faulty'],
    [{ cause: 'step' }, 'Ngã tư 2 is out of step'],
  ] as const

  it('of a green wave names what breaks it, and does not say how much is left of what nobody sees', async () => {
    const wave = { direction: 'outbound', seconds: 2.9, setSeconds: 38.2, junction: 'Ngã tư 2' } as const
    const say = (facts: object) => words()({ code: 'corridor', facts: { ...wave, ...facts }, text: 'own' }, NOW_MS)
    for (const [facts, cause] of CAUSES)
      expect(say(facts)).toBe(`3 s of the 38 s green wave outbound are left (when raised): ${cause}`)
    expect(say({})).toBe(
      '3 s of the 38 s green wave outbound are left (when raised): several junctions are out of step',
    )
    expect(say({ cause: 'offline' })).toBe('The green wave outbound cannot be seen: Ngã tư 2 is not connected')
    expect(say({ cause: 'aliens' })).toBe('own')
    await act(() => changePack('vi'))
    expect(say({ cause: 'clock', aheadSeconds: 40 })).toBe(
      'Làn sóng xanh chiều đi chỉ còn 3 s trên 38 s (lúc báo): đồng hồ của Ngã tư 2 nhanh 40 s',
    )
  })

  it('of a green wave names the cause before the junction, where the end may be cut off', async () => {
    const { result } = renderHook(() => useWaveCauseText('first'))
    for (const [facts] of CAUSES) expect(result.current({ junction: 'Ngã tư 2', ...facts })).toMatch(/.+: Ngã tư 2$/)
    expect(result.current({ junction: 'Ngã tư 2', cause: 'clock', aheadSeconds: -9 })).toBe(
      'Clock 9 s behind: Ngã tư 2',
    )
    expect(result.current({ junction: 'Ngã tư 2', cause: 'offline' })).toBe('Not connected: Ngã tư 2')
    expect(result.current({})).toBe('Several junctions are out of step')
  })

  it('calls phases as they are called now, else as they were called when it was raised, else by their numbers', () => {
    const dark = { code: 'dark', facts: { phases: [1, 3] }, text: '' }
    const now = renderHook(useIncidentWords, {
      wrapper: ({ children }) => (
        <PhaseNamesContext value={[undefined, undefined, 'Hàm Nghi']}>{children}</PhaseNamesContext>
      ),
    }).result.current
    const phaseNames = ['Lê Lợi', null, null]
    expect([
      now({ ...dark, phaseNames }, NOW_MS),
      words()({ ...dark, phaseNames }, NOW_MS),
      words()(dark, NOW_MS),
    ]).toEqual(['Phases 1 and 3 (Hàm Nghi) are dark', 'Phases 1 (Lê Lợi) and 3 are dark', 'Phases 1 and 3 are dark'])
  })

  it('is its own text where a number is missing or the code is new', () => {
    const say = words()
    for (const code of [...INCIDENT_CODES.filter((known) => known !== 'frozen'), 'melting']) {
      expect(say({ code, facts: {}, text: `The text of ${code}` }, NOW_MS)).toBe(`The text of ${code}`)
    }
  })
})
