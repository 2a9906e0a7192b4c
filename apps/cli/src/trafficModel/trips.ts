/** Vehicles of a run, read from SUMO's `tripinfo`, and the means of a run. */
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { FILLING_S } from './demand.ts'
import { ROUTE } from './modelFiles.ts'
import { meanOf } from './studentT.ts'

/** The vehicle of a route; and where others come from: along the street in one direction, from side streets, or all of them. */
export const GROUPS = [ROUTE, 'outbound', 'inbound', 'side', 'all'] as const
export type Group = (typeof GROUPS)[number]

/** Measures to compare: seconds lost against driving freely, number of stops, seconds of travel. */
export const MEASURES = ['delay', 'stops', 'travel'] as const
export type Measure = (typeof MEASURES)[number]

/** The means of a run by group, of the vehicles that were counted. A group without vehicles is left out. */
export interface RunMeans {
  readonly means: ReadonlyMap<Group, Readonly<Record<Measure, number>>>
  readonly vehicles: number
  /** Number of vehicles that had not arrived when the run ended. */
  readonly unfinished: number
}

const number = z.coerce.number()
const Trip = z
  .object({
    '@id': z.string(),
    '@depart': number,
    '@departDelay': number,
    '@arrival': number,
    '@duration': number,
    '@waitingCount': number,
    '@timeLoss': number,
  })
  .transform((trip) => {
    // One that finds no room at the beginning waits there.
    const waited = trip['@departDelay']
    return {
      group: trip['@id'].split('.')[0],
      cameAt: trip['@depart'] - waited,
      hasArrived: trip['@arrival'] >= 0,
      delay: trip['@timeLoss'] + waited,
      stops: trip['@waitingCount'],
      travel: trip['@duration'] + waited,
    }
  })
// A run without vehicles is an empty element, which is read as a text.
const Trips = z.object({ tripinfos: z.union([z.object({ tripinfo: z.array(Trip).default([]) }), z.string()]) })

const PARSER = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', parseAttributeValue: false },
  isArray: (name) => name === 'tripinfo',
})

/** Returns the means of a run from the text of its `tripinfo` file. @throws {Error} if it is none */
export function parseRun(text: string): RunMeans {
  const read = Trips.safeParse(PARSER.parse(text))
  if (!read.success) throw new Error(`what SUMO wrote of the vehicles cannot be read: ${z.prettifyError(read.error)}`)
  const { tripinfos } = read.data
  const trips = (typeof tripinfos === 'string' ? [] : tripinfos.tripinfo).filter(({ cameAt }) => cameAt >= FILLING_S)
  const means = GROUPS.flatMap((group) => {
    const own = trips.filter((trip) => (group === 'all' ? trip.group !== ROUTE : trip.group === group))
    if (own.length === 0) return []
    const mean = (measure: Measure) => meanOf(own.map((trip) => trip[measure]))
    return [[group, { delay: mean('delay'), stops: mean('stops'), travel: mean('travel') }] as const]
  })
  return {
    means: new Map(means),
    vehicles: trips.filter(({ group }) => group !== ROUTE).length,
    unfinished: trips.filter(({ hasArrived }) => !hasArrived).length,
  }
}
