import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MISTAKES, type LivedDay } from '@greenwave/observer/testing/livedDay'
import { none, type Soak } from '../scene/soakRow.ts'

/** Apps never import one another. */
const PROCESS = fileURLToPath(new URL('../../../simulator/src/testing/daysProcess.ts', import.meta.url))
/** With more room, what is no longer needed is collected less often: a tenth of the time. */
const NODE_FLAGS = ['--max-semi-space-size=64']
const PROGRESS_EVERY_MS = 60_000

/** Sums of the days lived so far. */
interface Sums {
  days: number
  readonly counts: Record<string, number>
  readonly mistakes: Record<string, number>
}

/**
 * Lets controllers without faults live a day each before the observer, in simulated time: `controllers` of each
 * kind, one process for each core. 1,000 of each of the twelve kinds take two hours of one quiet core. Ctrl+C ends
 * it with the days that have begun.
 */
export const days: Soak = async ({ controllers }) => {
  const sums: Sums = { days: 0, counts: {}, mistakes: {} }
  let planned: readonly { readonly name: string; readonly seed: number }[] = []
  let begun = 0
  const startMs = performance.now()
  const progress = setInterval(() => {
    const left = ((performance.now() - startMs) / sums.days) * (planned.length - sums.days)
    process.stdout.write(`days: ${inWords(sums, planned.length)}, about ${Math.ceil(left / 60_000)} min left\n`)
  }, PROGRESS_EVERY_MS)
  const liveDays = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(PROCESS, { execArgv: NODE_FLAGS })
      const living: { name: string; seed: number }[] = []
      child.on('message', (message: readonly string[] | LivedDay) => {
        if ('counts' in message) add(sums, message, living.shift())
        // The controllers of all kinds advance together, so that a run that is stopped has days of all.
        else if (planned.length === 0) planned = daysOf(message, controllers)
        const next = planned[begun]
        begun += 1
        if (next === undefined) return child.disconnect()
        living.push(next)
        child.send(next)
      })
      child.on('error', reject)
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a process of days ended with ${code}`))))
    })
  const stop = (): void => {
    planned = planned.slice(0, begun)
  }
  process.once('SIGINT', stop)
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, liveDays))
  } finally {
    clearInterval(progress)
    process.off('SIGINT', stop)
  }
  return {
    counts: { days: sums.days, ...sums.counts },
    held: Object.entries(MISTAKES).map(([what, text]) => none(`no ${text}`, 'found', sums.mistakes[what] ?? 0)),
  }
}

function daysOf(kinds: readonly string[], controllers: number) {
  return Array.from({ length: controllers }, (_, seed) => kinds.map((name) => ({ name, seed }))).flat()
}

function add(sums: Sums, { counts, mistakes }: LivedDay, lived: { name: string; seed: number } | undefined): void {
  sums.days += 1
  for (const [what, count] of Object.entries(counts)) sums.counts[what] = (sums.counts[what] ?? 0) + count
  for (const { what, count, text } of mistakes) {
    sums.mistakes[what] = (sums.mistakes[what] ?? 0) + count
    process.stdout.write(`days: ${lived?.name}, seed ${lived?.seed}: ${MISTAKES[what]}: ${text}\n`)
  }
}

function inWords({ days, counts, mistakes }: Sums, planned: number): string {
  const figures = Object.entries({ ...counts, ...mistakes }).map(
    ([what, count]) => `${what} ${count.toLocaleString('en')}`,
  )
  return [`${days.toLocaleString('en')} of ${planned.toLocaleString('en')}`, ...figures].join(', ')
}
