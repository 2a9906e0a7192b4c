import { LONGEST_PHASE_NAME, parseSite, SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
import { checkAll } from '@greenwave/controller/settingTable/checkAll'
import { ownLimits } from '@greenwave/coordination/calculators/ownLimits'
import { expect, test } from 'vitest'
import { CORRIDORS } from './corridors.ts'
import { JUNCTIONS } from './junctions.ts'
import { siteOf } from './sites.ts'

const noted = JUNCTIONS.map((junction) => ({ junction, ...parseSite(siteOf(junction)[SITE_KEY]) }))

test.each(noted)('$junction.name: what is noted of it can be read, and names its phases', ({ junction, site, odd }) => {
  expect(odd).toEqual([])
  const names = new Set([site.phases?.[1]?.name, site.phases?.[2]?.name])
  expect(names).toEqual(new Set(junction.label.split(' – ')))
  for (const phase of [1, 2, 3] as const) {
    const isServed = junction.settings.programs.some(({ phases }) => (phases[phase - 1]?.green ?? 0) > 0)
    const { name } = site.phases?.[phase] ?? {}
    expect(name !== undefined).toBe(isServed)
    expect(name?.length ?? 0).toBeLessThanOrEqual(LONGEST_PHASE_NAME)
  }
})

test.each(noted)(
  '$junction.name: no time is too short for what is noted, unless it is too short anyway',
  ({ junction, site }) => {
    const values = writeSettings(junction.settings)
    const fields = (limits?: ReturnType<typeof ownLimits>) =>
      checkAll(values, undefined, limits).map(({ check, field }) => `${check} ${field}`)
    expect(fields(ownLimits(site))).toEqual(fields())
  },
)

test('the phase of a corridor at each of its junctions has the name of the street', () => {
  for (const { name, places } of CORRIDORS) {
    const named = places.map(({ junction, phase }) => {
      const { site } = noted.find((one) => one.junction.name === junction) ?? {}
      return phase && site?.phases?.[phase]?.name
    })
    expect(new Set(named)).toEqual(new Set([name]))
  }
})
