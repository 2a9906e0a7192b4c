import type { Counts } from './attack.ts'

/** One promise of a soak, with what was measured. */
export interface Held {
  readonly promise: string
  readonly figure: string
  readonly kept: boolean
}

/** The result of a soak. */
export interface SoakResult {
  readonly counts: Counts
  readonly held: readonly Held[]
}

/** Returns the promise that something never happens. */
export function none(promise: string, what: string, count: number): Held {
  return { promise, figure: `${count} ${what}`, kept: count === 0 }
}

/**
 * One thing that the platform must withstand. A soak starts its own platform, stops it, and returns what was counted
 * and which promises were kept.
 */
export type Soak = (options: { readonly seconds: number; readonly controllers: number }) => Promise<SoakResult>

/** Prints the result of a soak, one line for each promise. */
export function printResult(name: string, { counts, held }: SoakResult): void {
  const counted = Object.entries(counts).map(([what, count]) => `${what} ${count.toLocaleString('en')}`)
  process.stdout.write(`\n${name}: ${counted.join(', ')}\n`)
  for (const { promise, figure, kept } of held) {
    process.stdout.write(`  ${kept ? 'kept    ' : 'NOT KEPT'}  ${promise.padEnd(52)}  ${figure}\n`)
  }
}
