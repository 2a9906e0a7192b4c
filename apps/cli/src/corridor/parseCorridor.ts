import {
  byDirection,
  type Corridor,
  DIRECTIONS,
  type Direction,
  type Objective,
} from '@greenwave/coordination/corridor'
import { drivenLinks } from '@greenwave/coordination/travel'
import { type JsonPath, parseJsonText } from '@greenwave/transfer/jsonText'
import type { z } from 'zod'
import { type CorridorFile, corridorFile } from './corridorFile.ts'

/** A corridor that was read from a file. */
export interface ParsedCorridor {
  readonly corridor: Corridor
  readonly offsets: readonly number[]
  readonly objective: Objective
  readonly cycles: readonly number[]
  /** Whether the file gives a list of cycles. */
  readonly hasCycleList: boolean
  /** Returns an error that names these problems with their lines. */
  refusal(problems: readonly FileProblem[]): CorridorRefused
}

/** Something wrong with a field. */
export interface FileProblem {
  readonly path: JsonPath
  /** Problem and fix, after the field's name: `is 5: give 1 to 3`. */
  readonly problem: string
  /** Where the field is, if not at its path. */
  readonly line?: number
}

/** Longest value that a message repeats, and most problems that are named. */
const LONGEST_VALUE = 60
const MOST_PROBLEMS = 20

/** Says what is wrong with the text of a corridor: line, field, value and what to do. */
export class CorridorRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CorridorRefused'
  }
}

/** Parses a corridor from the text of a file. @throws {CorridorRefused} if it cannot be used */
export function parseCorridor(text: string): ParsedCorridor {
  const json = parseJsonText(text)
  if ('problem' in json) throw new CorridorRefused(`line ${json.line}: ${json.problem}`)
  const refusal = (problems: readonly FileProblem[]) => {
    const lines = problems.map(
      ({ path, problem, line }) => `line ${line ?? json.lineOf(path)}: ${nameOf(path)} ${problem}`,
    )
    const more = lines.length > MOST_PROBLEMS ? [`and ${lines.length - MOST_PROBLEMS} more`] : []
    return new CorridorRefused([...lines.slice(0, MOST_PROBLEMS), ...more].join('\n  '))
  }
  const repeated = json.repeated.map((field) => ({ ...field, problem: 'is given twice: leave one out' }))
  if (repeated.length > 0) throw refusal(repeated)
  const parsed = corridorFile.safeParse(json.value)
  if (!parsed.success) throw refusal(parsed.error.issues.flatMap((issue) => problemsOf(issue, json.value)))
  const read = corridorOf(parsed.data)
  const problems = problemsBetweenFields(parsed.data, read.corridor)
  if (problems.length > 0) throw refusal(problems)
  return { ...read, refusal }
}

function corridorOf({ cycle, objective, junctions }: CorridorFile): Omit<ParsedCorridor, 'refusal'> {
  return {
    corridor: junctions.map((junction) => ({
      name: junction.name,
      positionM: junction.position,
      speedKmh: byDirection((direction) => junction.speed?.[direction] ?? null),
      greens: byDirection((direction) => junction[direction] ?? null),
      ownCycle: junction.cycle ?? null,
      canOffset: junction.offsets,
      isActuated: junction.actuated,
      blocks: junction.blocks ?? null,
    })),
    offsets: junctions.map(({ offset }) => offset),
    objective,
    cycles: [cycle].flat(),
    hasCycleList: Array.isArray(cycle),
  }
}

/** Lists the problems that the schema found, one for each unknown field. */
function problemsOf(issue: z.core.$ZodIssue, value: unknown): readonly FileProblem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      problem: 'is no field of this file: see docs/corridors.md',
    }))
  }
  const found = valueAt(value, path)
  if (found === undefined) return [{ path, problem: `is missing: ${issue.message}` }]
  return [{ path, problem: `is ${shortened(JSON.stringify(found))}: ${issue.message}` }]
}

/** Lists the problems that the schema of single fields cannot find. */
function problemsBetweenFields({ objective, junctions }: CorridorFile, corridor: Corridor): readonly FileProblem[] {
  const problems: FileProblem[] = []
  for (const [index, { position }] of junctions.entries()) {
    const before = junctions[index - 1]?.position ?? Number.NEGATIVE_INFINITY
    if (position > before) continue
    const problem = `is ${position}: give more than ${before}, the position before; junctions are in the outbound order`
    problems.push({ path: ['junctions', index, 'position'], problem })
  }
  for (const direction of DIRECTIONS) {
    for (const index of drivenLinks(corridor, direction)) {
      if (junctions[index]?.speed?.[direction] !== undefined) continue
      const problem = 'is missing: give the km/h on the way between this junction and the one before'
      problems.push({ path: ['junctions', index, 'speed', direction], problem })
    }
  }
  const isServed = (direction: Direction) => junctions.some((junction) => junction[direction])
  if (!DIRECTIONS.some(isServed)) {
    problems.push({
      path: ['junctions'],
      problem: 'have no green: give outbound or inbound, such as {"green": 45, "start": 0}',
    })
  } else if ((objective === 'outbound' || objective === 'inbound') && !isServed(objective)) {
    problems.push({
      path: ['objective'],
      problem: `is "${objective}", but no junction has a green in this direction: give one`,
    })
  }
  return problems
}

function shortened(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

function valueAt(value: unknown, path: JsonPath): unknown {
  let at = value
  for (const part of path) at = (at as Readonly<Record<string | number, unknown>> | undefined)?.[part]
  return at
}

/** Returns a place by its name, as `junctions[1].outbound.green`. */
function nameOf(path: JsonPath): string {
  if (path.length === 0) return 'the file'
  const names = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`
    return /^\w{1,60}$/.test(part) ? `.${part}` : `.${shortened(JSON.stringify(part))}`
  })
  return names.join('').replace(/^\./, '')
}
