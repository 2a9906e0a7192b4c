import type { Corridor } from '@greenwave/coordination/corridor'
import { planCorridor } from '@greenwave/coordination/plan'
import { junction } from '@greenwave/coordination/testing/junction'
import { randomCorridor, seeded } from '@greenwave/coordination/testing/randomCorridor'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { lightsOf } from './lights.ts'
import { modelFiles } from './modelFiles.ts'

type Element = Readonly<Record<string, string>>

/** The program of one junction's lights. */
interface Lights {
  readonly id: string
  readonly phase: readonly Element[]
}

const CLEARANCE = { yellow: 3, redClearance: 2 }
const DEMAND = { outbound: 900, inbound: 600, side: 200, motorcycles: 0.75, minutes: 60 }
const LISTS = ['node', 'edge', 'connection', 'tlLogic', 'phase', 'vType', 'route', 'flow']
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && LISTS.includes(name),
})

/** Returns the model of a corridor at a cycle of 90 s, planned, as parsed files. */
function modelOf(corridor: Corridor, demand = DEMAND) {
  const { timings } = planCorridor(corridor, { objective: 'equal', cycle: 90 })
  const now = corridor.map(({ greens }) => ({
    offset: 0,
    starts: { outbound: greens.outbound?.start ?? null, inbound: greens.inbound?.start ?? null },
  }))
  const [before = [], after = []] = lightsOf(
    corridor,
    [
      { cycle: 90, timings: now },
      { cycle: 90, timings },
    ],
    CLEARANCE,
  )
  const files = modelFiles({ corridor, lights: { before, after }, clearance: CLEARANCE, demand, lanes: 2 })
  for (const [name, text] of files) expect([name, XMLValidator.validate(text)]).toEqual([name, true])
  function list<Found = Element>(file: string, root: string, element: string): readonly Found[] {
    return (
      (PARSER.parse(files.get(file) ?? '') as Record<string, Record<string, readonly Found[]>>)[root]?.[element] ?? []
    )
  }
  return { files, list }
}

describe('a model of a corridor', () => {
  const { files, list } = modelOf(randomCorridor({ junctions: 4, cycle: 90, unequal: true }, seeded(3)))
  const edges = list('network.edg.xml', 'edges', 'edge')
  const connections = list('network.con.xml', 'connections', 'connection')
  const controlled = list('network.tll.xml', 'tlLogics', 'connection')

  it('names only what it has: nodes of edges, edges of connections and routes, routes of flows', () => {
    const nodes = new Set(list('network.nod.xml', 'nodes', 'node').map(({ id }) => id))
    for (const { from, to } of edges) expect([nodes.has(from), nodes.has(to)]).toEqual([true, true])
    const ids = new Set(edges.map(({ id }) => id))
    for (const { from, to } of connections) expect([ids.has(from), ids.has(to)]).toEqual([true, true])
    const routes = list('traffic.rou.xml', 'routes', 'route')
    for (const { edges: way = '' } of routes) for (const edge of way.split(' ')) expect(ids).toContain(edge)
    const types = list('traffic.rou.xml', 'routes', 'vType').map(({ id }) => id)
    for (const { route, type } of list('traffic.rou.xml', 'routes', 'flow')) {
      expect(routes.map(({ id }) => id)).toContain(route)
      expect(types).toContain(type)
    }
    for (const plan of ['before', 'after']) {
      for (const [option, name] of [
        ...(files.get(`${plan}.sumocfg`) ?? '').matchAll(/<([\w-]+-files?) value="([^"]+)"/g),
      ].map((found) => found.slice(1)))
        expect([option, files.has(name ?? '') || name === 'network.net.xml']).toEqual([option, true])
    }
  })

  it('leads every route over connections that exist, and every connection to a letter of its lights', () => {
    const pairs = new Set(connections.map(({ from, to }) => `${from} ${to}`))
    for (const { edges: way = '' } of list('traffic.rou.xml', 'routes', 'route')) {
      const on = way.split(' ')
      for (const [index, edge] of on.slice(1).entries()) expect(pairs).toContain(`${on[index]} ${edge}`)
    }
    const letters = new Map(
      list<Lights>('after.add.xml', 'additional', 'tlLogic').map(({ id, phase }) => [id, phase[0]?.state?.length ?? 0]),
    )
    expect(controlled).toHaveLength(connections.length)
    for (const { tl = '', linkIndex } of controlled) expect(Number(linkIndex)).toBeLessThan(letters.get(tl) ?? 0)
  })

  it('has lights of both plans whose seconds are the cycle', () => {
    for (const plan of ['before', 'after']) {
      const programs = list<Lights>(`${plan}.add.xml`, 'additional', 'tlLogic')
      expect(programs).toHaveLength(4)
      for (const { phase } of programs) expect(phase.reduce((sum, { duration }) => sum + Number(duration), 0)).toBe(90)
    }
    expect(files.get('before.add.xml')).not.toBe(files.get('after.add.xml'))
  })

  it('lets cars and motorcycles come in their shares', () => {
    const perHour = (id: string) =>
      Number(list('traffic.rou.xml', 'routes', 'flow').find((flow) => flow.id === id)?.probability) * 3600
    expect(perHour('outbound.motorcycle')).toBeCloseTo(675, 1)
    expect(perHour('inbound.car')).toBeCloseTo(150, 1)
    const onlyCars = modelOf([junction(), junction({ positionM: 300 })], { ...DEMAND, motorcycles: 0 })
    expect(onlyCars.list('traffic.rou.xml', 'routes', 'flow').map(({ type }) => type)).not.toContain('motorcycle')
  })

  it('of a one-way street has no way back', () => {
    const oneWay = [0, 300].map((positionM) =>
      junction({ positionM, greens: { outbound: { green: 30, start: 0 }, inbound: null } }),
    )
    const ids = modelOf(oneWay)
      .list('network.edg.xml', 'edges', 'edge')
      .map(({ id }) => id)
    expect(ids.filter((id) => id?.startsWith('inbound'))).toEqual([])
    expect(ids).toContain('outbound2')
  })
})
