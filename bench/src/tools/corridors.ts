/** Corridors of all junctions of a city, whose green waves a watcher judges. */
import { CORRIDOR_TYPE, writeCorridor } from '@greenwave/contract/records/corridors'
import { parseWave, WAVE_KEY } from '@greenwave/contract/records/waves'
import { until } from '@greenwave/harness/until'
import type { City } from './city.ts'
import { parallel } from './parallel.ts'

/** Every junction is in a corridor of so many: more corridors than any city has. */
export const STREET_JUNCTIONS = 5
/** A way takes half a cycle of the city's 80 s, and every other junction begins half a cycle later. */
const LINK = { distance: 400, speed: { outbound: 36, inbound: 36 } }
const FIRST = { distance: null, speed: { outbound: null, inbound: null } }
const LATER = { Offset_Pr1: 40 }
/** A cycle is judged when its vehicles have left the street; before that corridors are noticed and their states read. */
const JUDGED_WITHIN_MS = 900_000

/** Sets every other junction of the corridors half a cycle later. Do it before the city is judged. */
export async function offsetJunctions({ api, seeded }: City): Promise<void> {
  const later = seeded.filter((_, at) => (at % STREET_JUNCTIONS) % 2 === 1)
  await parallel(later, ({ device }) => api.writeAttributes(device.id.id, 'SHARED_SCOPE', LATER))
}

/** Makes two-way corridors with bands as wide as their greens. Resolves with their ids. */
export async function makeCorridors({ api, seeded }: City): Promise<readonly string[]> {
  const ids: string[] = []
  const numbers = Array.from({ length: Math.floor(seeded.length / STREET_JUNCTIONS) }, (_, nth) => nth)
  await parallel(numbers, async (nth) => {
    const junctions = seeded.slice(nth * STREET_JUNCTIONS, (nth + 1) * STREET_JUNCTIONS).map(({ device }, place) => ({
      device: device.id.id,
      ...(place === 0 ? FIRST : LINK),
      phase: { outbound: 1 as const, inbound: 1 as const },
    }))
    const { id } = await api.call('saveAsset', {
      query: {},
      body: { name: `Street ${nth}`, type: CORRIDOR_TYPE, additionalInfo: writeCorridor({}, { junctions }) },
    })
    ids.push(id.id)
  })
  return ids
}

/** Reasons why no cycle of a corridor can be seen: its greens are actuated, or its displays do not show when they begin. */
const NOT_SEEN: ReadonlySet<string> = new Set(['actuated', 'hidden'])

/**
 * Waits until a cycle of each corridor was judged, and its wave was there in both directions; for those without a wave
 * that can be seen, until the watcher has written why.
 */
export async function untilJudged({ api }: City, corridors: readonly string[]): Promise<void> {
  const waiting = new Set(corridors)
  const isJudged = async (id: string): Promise<boolean> => {
    const params = { entityType: 'ASSET', entityId: id, scope: 'SERVER_SCOPE' } as const
    const [found] = await api.call('attributes', { params, query: { keys: WAVE_KEY } })
    const wave = parseWave(found?.value)
    if (wave?.causes.some(({ code }) => NOT_SEEN.has(code))) return true
    return Boolean(wave?.planned.outbound && wave.planned.inbound && wave.cycles.some(({ state }) => state === 'whole'))
  }
  await until(
    'the waves of all corridors to be judged',
    async () => {
      const [id] = waiting
      if (id !== undefined && (await isJudged(id))) waiting.delete(id)
      return waiting.size === 0
    },
    JUDGED_WITHIN_MS,
  )
}
