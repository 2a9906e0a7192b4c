/**
 * @file A corridor as files of the traffic model SUMO (https://sumo.dlr.de): the network in its plain form, of which
 * `netconvert` makes one, vehicles, and the lights before and after. The street lies from west to east, a side street
 * crosses it at each junction, and no vehicle turns. Long: the files of one model name each other's elements.
 */
import type { Clearance } from '@greenwave/controller/settings'
import { type Corridor, DIRECTIONS, type Direction, isServed, KMH_PER_M_PER_S } from '@greenwave/coordination/corridor'
import { XMLBuilder } from 'fast-xml-parser'
import { type Demand, EMPTYING_S, flowOf, lastSecond } from './demand.ts'
import { type Lights, lightPhases, type Movement } from './lights.ts'

/** The plans that are compared. */
export const PLANS = ['before', 'after'] as const
export type PlanName = (typeof PLANS)[number]

/** A street with its traffic. */
export interface Street {
  readonly corridor: Corridor
  /** The lights of each junction. */
  readonly lights: readonly Lights[]
  readonly clearance: Clearance
  readonly demand: Demand
  /** Lanes of the street in each direction. A side street has one. */
  readonly lanes: number
}

/** Input of the traffic model. */
export interface Model extends Omit<Street, 'lights'> {
  readonly lights: Readonly<Record<PlanName, readonly Lights[]>>
}

/** The file from which `netconvert` makes the network, and the one from which `sumo` runs a plan. */
export const NETWORK_CONFIG = 'network.netccfg'
export const runConfig = (plan: PlanName | typeof ROUTE): string => `${plan}.sumocfg`

/** Name of the program with which the lights of a model begin. */
export const OWN_PROGRAM = '0'
/** Name of the run, and of the vehicle, whose lights are switched from outside. */
export const ROUTE = 'route'

/** Metres of road before the first and after the last junction, and on each side of a side street. */
export const END_M = 500
const SIDE_M = 300
/** Km/h of side streets, and of ways without a given speed. */
const SIDE_KMH = 40
const USUAL_KMH = 50
/** Speeds that drivers want differ by 10 % (SUMO's own spread of cars), so that platoons drift apart. */
const SPEED_FACTOR = 'normc(1,0.1,0.2,2)'
/** Vehicles stand and drive beside one another in strips of this many metres. */
const STRIP_M = 0.8

type Attributes = Readonly<Record<string, string | number>>

interface Edge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly lanes: number
  readonly kmh: number
}

interface Connection {
  readonly node: string
  readonly from: string
  readonly to: string
  readonly lanes: number
  /** The place of its letter in the lights. */
  readonly letter: number
}

/** Returns the files of a model: their texts by their names. */
export function modelFiles(model: Model): ReadonlyMap<string, string> {
  return new Map([
    ...streetFiles({ ...model, lights: model.lights.before }),
    ...PLANS.flatMap((plan): readonly (readonly [string, string])[] => [
      [
        `${plan}.add.xml`,
        document('additional', { tlLogic: programsOf({ ...model, lights: model.lights[plan] }, plan) }),
      ],
      [runConfig(plan), runOf(model, { 'additional-files': `${plan}.add.xml` })],
    ]),
  ])
}

/** Returns the files of a street whose lights are switched from outside. */
export function routeFiles(street: Street): ReadonlyMap<string, string> {
  return new Map([...streetFiles(street), [runConfig(ROUTE), runOf(street, {})]])
}

/** Returns the file of the vehicle of a route, which leaves at a second: nobody makes way for it, and it stops at red. */
export function vehicleFile(corridor: Corridor, direction: Direction, depart: number): string {
  const type = { id: ROUTE, vClass: 'emergency', length: 6.5, width: 2.1, minGap: 2, speedFactor: 1 }
  const vehicle = { id: ROUTE, type: ROUTE, depart, departLane: 'free', departSpeed: 'max' }
  return document('routes', {
    vType: attributes(type),
    vehicle: { ...attributes(vehicle), route: attributes({ edges: edgesAlong(corridor, direction).join(' ') }) },
  })
}

/** Returns the network, the lights that it begins with, and the traffic. */
function streetFiles(street: Street): readonly (readonly [string, string])[] {
  const connections = connectionsOf(street).flatMap(({ lanes, ...one }) =>
    Array.from({ length: lanes }, (_, lane) => ({ ...one, lane })),
  )
  const lanePairs = connections.map(({ from, to, lane }) => ({ from, to, fromLane: lane, toLane: lane }))
  const controlled = connections.map(({ node, from, to, lane, letter }) => ({
    ...{ from, to, fromLane: lane, toLane: lane, tl: node, linkIndex: letter },
  }))
  return [
    ['network.nod.xml', document('nodes', { node: nodesOf(street).map(attributes) })],
    [
      'network.edg.xml',
      document('edges', {
        edge: edgesOf(street).map(({ id, from, to, lanes, kmh }) =>
          attributes({ id, from, to, numLanes: lanes, speed: round(kmh / KMH_PER_M_PER_S) }),
        ),
      }),
    ],
    ['network.con.xml', document('connections', { connection: lanePairs.map(attributes) })],
    [
      'network.tll.xml',
      document('tlLogics', { tlLogic: programsOf(street, OWN_PROGRAM), connection: controlled.map(attributes) }),
    ],
    [
      NETWORK_CONFIG,
      configuration({
        'node-files': 'network.nod.xml',
        'edge-files': 'network.edg.xml',
        'connection-files': 'network.con.xml',
        'tllogic-files': 'network.tll.xml',
        'output-file': 'network.net.xml',
        'no-turnarounds': 'true',
        'xml-validation': 'never',
      }),
    ],
    ['traffic.rou.xml', trafficOf(street)],
  ]
}

function runOf({ demand }: Pick<Street, 'demand'>, more: Readonly<Record<string, string>>): string {
  return configuration({
    'net-file': 'network.net.xml',
    'route-files': 'traffic.rou.xml',
    ...more,
    begin: '0',
    end: String(lastSecond(demand) + EMPTYING_S),
    'lateral-resolution': String(STRIP_M),
    // A vehicle that waits long is a finding; by default SUMO would take it away.
    'time-to-teleport': '-1',
    'tripinfo-output.write-unfinished': 'true',
    'no-step-log': 'true',
    'xml-validation': 'never',
    'xml-validation.net': 'never',
  })
}

/** Returns the name of a junction and of its lights. */
export const junctionId = (index: number) => `J${index + 1}`

function nodesOf({ corridor, lights }: Street): readonly Attributes[] {
  const at = (index: number) => corridor[index]?.positionM ?? 0
  const last = corridor.length - 1
  return [
    { id: 'west', x: at(0) - END_M, y: 0 },
    { id: 'east', x: at(last) + END_M, y: 0 },
    ...corridor.flatMap(({ positionM: x }, index): readonly Attributes[] => {
      const id = junctionId(index)
      const junction = { id, x, y: 0, type: 'traffic_light', tl: id }
      if (!lights[index]?.greens.has('northbound')) return [junction]
      return [junction, { id: `${id}south`, x, y: -SIDE_M }, { id: `${id}north`, x, y: SIDE_M }]
    }),
  ]
}

/** Returns the nodes along the street from west to east. */
function mainNodes(corridor: Corridor): readonly string[] {
  return ['west', ...corridor.map((_junction, index) => junctionId(index)), 'east']
}

/** Returns the ends of the way of a movement through a junction: the edges before and behind it. */
function edgesThrough(movement: Movement, index: number): { readonly from: string; readonly to: string } {
  if (movement === 'outbound') return { from: `outbound${index}`, to: `outbound${index + 1}` }
  if (movement === 'inbound') return { from: `inbound${index + 1}`, to: `inbound${index}` }
  const id = `${movement}${index + 1}`
  return { from: `${id}in`, to: `${id}out` }
}

function edgesOf({ corridor, lights, lanes }: Street): readonly Edge[] {
  const nodes = mainNodes(corridor)
  const ofStreet = DIRECTIONS.filter((direction) => isServed(corridor, direction)).flatMap((direction) =>
    nodes.slice(1).map((east, index): Edge => {
      const west = nodes[index] ?? ''
      const ends = direction === 'outbound' ? { from: west, to: east } : { from: east, to: west }
      return { id: `${direction}${index}`, ...ends, lanes, kmh: speedOf(corridor, index, direction) }
    }),
  )
  const ofSides = lights.flatMap(({ greens }, index) =>
    (['northbound', 'southbound'] as const)
      .filter((movement) => greens.has(movement))
      .flatMap((movement): readonly Edge[] => {
        const [id, side] = [junctionId(index), { lanes: 1, kmh: SIDE_KMH }]
        const { from, to } = edgesThrough(movement, index)
        const [behind, ahead] = movement === 'northbound' ? ['south', 'north'] : ['north', 'south']
        return [
          { id: from, from: `${id}${behind}`, to: id, ...side },
          { id: to, from: id, to: `${id}${ahead}`, ...side },
        ]
      }),
  )
  return [...ofStreet, ...ofSides]
}

/** Returns the speed on an edge of the street, km/h; before the first and behind the last junction that of the next way. */
function speedOf(corridor: Corridor, edge: number, direction: Direction): number {
  const way = corridor[Math.min(Math.max(edge, 1), corridor.length - 1)]?.speedKmh
  return way?.[direction] ?? way?.[direction === 'outbound' ? 'inbound' : 'outbound'] ?? USUAL_KMH
}

function connectionsOf({ lights, lanes }: Street): readonly Connection[] {
  return lights.flatMap(({ greens }, index) =>
    [...greens.keys()].map((movement, letter): Connection => {
      const isOfStreet = movement === 'outbound' || movement === 'inbound'
      return { node: junctionId(index), ...edgesThrough(movement, index), lanes: isOfStreet ? lanes : 1, letter }
    }),
  )
}

function programsOf({ lights, clearance }: Street, programID: string): readonly object[] {
  return lights.map((of, index) => ({
    // The offset is in the phases: second 0 of a run is midnight.
    ...attributes({ id: junctionId(index), type: 'static', programID, offset: 0 }),
    phase: lightPhases(of, clearance).map(({ seconds, letters }) => attributes({ duration: seconds, state: letters })),
  }))
}

/** Returns the edges of the street in a direction, in the order of driving. */
function edgesAlong(corridor: Corridor, direction: Direction): readonly string[] {
  const edges = Array.from({ length: corridor.length + 1 }, (_, index) => `${direction}${index}`)
  return direction === 'outbound' ? edges : edges.toReversed()
}

function trafficOf({ corridor, lights, demand }: Street): string {
  const common = { speedFactor: SPEED_FACTOR }
  const kinds = [
    { id: 'car', share: 1 - demand.motorcycles, type: { vClass: 'passenger', length: 4.5, width: 1.8, minGap: 2 } },
    {
      id: 'motorcycle',
      share: demand.motorcycles,
      // They filter to the stop line and stand beside one another.
      type: { vClass: 'motorcycle', length: 2, width: 0.7, minGap: 1, latAlignment: 'arbitrary', lcPushy: 0.5 },
    },
  ]
  const street = DIRECTIONS.filter((direction) => isServed(corridor, direction)).map((direction) => ({
    ...{ id: direction, flow: flowOf(demand, direction), edges: edgesAlong(corridor, direction) },
  }))
  const sides = lights.flatMap(({ greens }, index) =>
    (['northbound', 'southbound'] as const)
      .filter((movement) => greens.has(movement))
      .map((movement) => {
        const { from, to } = edgesThrough(movement, index)
        return { id: `side.${movement}${index + 1}`, flow: flowOf(demand, movement), edges: [from, to] }
      }),
  )
  const routes = [...street, ...sides]
  const flows = routes.flatMap(({ id, flow }) =>
    kinds.map(({ id: type, share }) => ({ id, type, perSecond: (flow * share) / 3600 })),
  )
  return document('routes', {
    vType: kinds.map(({ id, type }) => attributes({ id, ...type, ...common })),
    route: routes.map(({ id, edges }) => attributes({ id, edges: edges.join(' ') })),
    flow: flows
      .filter(({ perSecond }) => perSecond > 0)
      .map(({ id, type, perSecond }) =>
        attributes({
          ...{ id: `${id}.${type}`, type, route: id, begin: 0, end: lastSecond(demand) },
          // In each second one may come, or none.
          ...{ probability: round(perSecond, 6), departLane: 'free', departSpeed: 'max', departPosLat: 'random' },
        }),
      ),
  })
}

const BUILDER = new XMLBuilder({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', suppressBooleanAttributes: false },
  ...{ suppressEmptyNode: true, format: true, indentBy: '  ' },
})

function document(root: string, content: object): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${BUILDER.build({ [root]: content })}`
}

/** Returns the text of a configuration of SUMO's programs: an element for each option. */
function configuration(options: Readonly<Record<string, string>>): string {
  return document(
    'configuration',
    Object.fromEntries(Object.entries(options).map(([name, value]) => [name, attributes({ value })])),
  )
}

function attributes(values: Attributes): Readonly<Record<string, string | number>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`@${name}`, value]))
}

function round(value: number, decimals = 2): number {
  return Number(value.toFixed(decimals))
}
