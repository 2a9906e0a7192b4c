import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { countShown, FULL, parseDisplayStyle } from '@greenwave/controller/display'
import type { Learner } from '@greenwave/observer/foldLamps'
import { type Junction, newJunction } from '@greenwave/observer/junction'
import { learned } from '@greenwave/observer/learnedStyles'
import { notedAlone } from '@greenwave/observer/notedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { RULES } from '@greenwave/observer/rules/table'
import type { Message } from '@greenwave/observer/sample'
import { PLAIN, plainAttributes, plainCounts } from '@greenwave/observer/testing/independentController'
import type { Row } from '../tools/report.ts'

/** So many are observed, and the figures are those of a city. */
const JUNCTIONS = 2000
const CITY = 5000
/** Displays are known after ten cycles of 45 s, and measured after that. Seconds. */
const LEARNED_AFTER = 600
const MEASURED = 60
const MIDNIGHT = Date.UTC(2026, 10, 22, 17)
const DISPLAYS = ['full', 'last-8', 'none']

/** Processor time of one second of one junction, microseconds, and what a junction keeps in memory, bytes. */
interface Cost {
  readonly micros: number
  readonly bytes: number
}

/**
 * Measures what a watcher computes and keeps to observe 5,000 junctions, without what brings their messages: each second is
 * folded, none is counted as quiet. Takes a minute or two.
 */
export async function folding(): Promise<Row[]> {
  return DISPLAYS.map((display) => {
    const [cost, baseline] = [costOf(display, learned), costOf(display, notedAlone)]
    return {
      name: `${CITY} junctions, 1 message/s, display ${display}: observed`,
      promise: 'under 10 % of a core, 50 MB',
      figure: costText(cost),
      baseline: `without learning displays: ${costText(baseline)}`,
      kept: cost.micros * CITY < 100_000 && cost.bytes * CITY < 50e6,
    }
  })
}

function costText({ micros, bytes }: Cost): string {
  const core = (micros * CITY) / 10_000
  return `${micros.toFixed(1)} µs a second, ${core.toFixed(1)} % of a core; ${((bytes * CITY) / 1e6).toFixed(0)} MB`
}

function costOf(display: string, learner: Learner): Cost {
  const observer = createObserver(RULES, learner)
  const messages = Array.from({ length: LEARNED_AFTER + MEASURED }, (_, second) => messageAt(second, display))
  const emptyBytes = heapBytes()
  const junctions = Array.from({ length: JUNCTIONS }, (): Junction => {
    const link = { connected: true, sinceMs: MIDNIGHT }
    const { junction } = observer.link(newJunction(MIDNIGHT), link, MIDNIGHT)
    return observer.attributes(junction, plainAttributes(PLAIN, MIDNIGHT - 3_600_000), MIDNIGHT).junction
  })
  const pass = (some: readonly Message[]): void => {
    for (const message of some) {
      junctions.forEach((junction, nth) => {
        junctions[nth] = observer.message(junction, message).junction
      })
    }
  }
  pass(messages.slice(0, LEARNED_AFTER))
  const before = process.cpuUsage()
  pass(messages.slice(LEARNED_AFTER))
  const { user, system } = process.cpuUsage(before)
  return {
    micros: (user + system) / MEASURED / JUNCTIONS,
    bytes: (heapBytes() - emptyBytes) / junctions.length,
  }
}

function messageAt(second: number, display: string): Message {
  const clockMs = MIDNIGHT + second * 1000
  const style = parseDisplayStyle(display) ?? FULL
  const counts = plainCounts(PLAIN, second).map((left) => (left > 0 ? countShown(style, left) : 0))
  return { ts: clockMs + 200, counts, clockMs, receivedMs: clockMs + 250 }
}

/** Returns the memory of all objects that are in use, bytes. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
