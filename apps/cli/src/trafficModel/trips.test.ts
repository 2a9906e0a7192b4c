import { describe, expect, it } from 'vitest'
import { compareRuns } from './comparison.ts'
import { parseRun } from './trips.ts'

/** What SUMO 1.15 wrote of a vehicle, with another name and other figures. */
function trip(id: string, figures: Readonly<Record<string, number>> = {}): string {
  const { depart = 700, departDelay = 0, arrival = 800, duration = 60, waitingCount = 1, timeLoss = 15 } = figures
  return `<tripinfo id="${id}" depart="${depart}" departLane="northbound5in_0" departPos="2.10" departPosLat="0.10" departSpeed="13.27" departDelay="${departDelay}" arrival="${arrival}" arrivalLane="northbound5out_0" arrivalPos="289.60" arrivalPosLat="-0.95" arrivalSpeed="13.03" duration="${duration}" routeLength="597.90" waitingTime="5.00" waitingCount="${waitingCount}" stopTime="0.00" timeLoss="${timeLoss}" rerouteNo="0" devices="tripinfo_side.northbound5.motorcycle.1" vType="motorcycle" speedFactor="1.19" vaporized=""/>`
}
const run = (...trips: readonly string[]) =>
  parseRun(`<?xml version="1.0" encoding="UTF-8"?>\n<!-- <tripinfo/> -->\n<tripinfos>${trips.join('\n')}</tripinfos>`)

describe('the vehicles of a run', () => {
  it('are counted from the end of the filling on, by where they come from', () => {
    const { means, vehicles } = run(
      trip('outbound.car.1', { timeLoss: 10 }),
      trip('outbound.motorcycle.1', { timeLoss: 20 }),
      trip('side.northbound5.car.3', { timeLoss: 30, waitingCount: 4 }),
      trip('inbound.car.0', { depart: 599, timeLoss: 1000 }),
    )
    expect(vehicles).toBe(3)
    expect(Object.fromEntries(means)).toEqual({
      outbound: { delay: 15, stops: 1, travel: 60 },
      side: { delay: 30, stops: 4, travel: 60 },
      all: { delay: 20, stops: 2, travel: 60 },
    })
  })

  it('have waited where they found no room at the beginning', () => {
    const late = run(trip('outbound.car.1', { depart: 650, departDelay: 40 }))
    expect(late.means.get('all')).toEqual({ delay: 55, stops: 1, travel: 100 })
    expect(run(trip('outbound.car.1', { depart: 630, departDelay: 40 })).vehicles).toBe(0)
  })

  it('may not have arrived at the end', () => {
    expect(run(trip('outbound.car.1', { arrival: -1 }), trip('outbound.car.2')).unfinished).toBe(1)
  })

  it('may be none, and may not be something else', () => {
    expect(run()).toEqual({ means: new Map(), vehicles: 0, unfinished: 0 })
    expect(() => parseRun('<html/>')).toThrow('cannot be read')
    expect(() => run('<tripinfo id="a"/>')).toThrow('cannot be read')
  })
})

describe('a comparison', () => {
  const delayed = (...seconds: readonly number[]) =>
    run(...seconds.map((timeLoss, index) => trip(`outbound.car.${index}`, { timeLoss })))

  it('takes changes seed by seed, so that what differs between seeds hides nothing', () => {
    const { groups } = compareRuns([10, 50, 90].map((s) => ({ before: delayed(s), after: delayed(s - 5 + s / 100) })))
    const delay = groups.find(({ group }) => group === 'outbound')?.delay
    expect(delay?.before.mean).toBe(50)
    expect(delay?.before.plusMinus).toBeGreaterThan(90)
    expect(delay?.change.mean).toBeCloseTo(-4.5, 9)
    expect(delay?.change.plusMinus).toBeCloseTo((4.3027 * 0.4) / Math.sqrt(3), 3)
  })

  it('leaves out a group that lacks vehicles in a run', () => {
    const other = run(trip('inbound.car.1'))
    const { groups } = compareRuns([
      { before: delayed(1), after: delayed(1) },
      { before: other, after: other },
    ])
    expect(groups.map(({ group }) => group)).toEqual(['all'])
  })
})
