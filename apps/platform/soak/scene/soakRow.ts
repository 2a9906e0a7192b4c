import type { Counts } from './attack.ts'

/** One promise of a soak: what was said, what was seen. */
export interface Held {
  readonly promise: string
  readonly figure: string
  readonly kept: boolean
}

/** What a soak came to. */
export interface SoakResult {
  readonly counts: Counts
  readonly held: readonly Held[]
}

/** A promise that nothing of a kind happens. */
export function none(promise: string, what: string, count: number): Held {
  return { promise, figure: `${count} ${what}`, kept: count === 0 }
}

/** One thing that the platform must stand. It brings its platform, ends it, and tells what was counted and held. */
export type Soak = (options: { readonly seconds: number }) => Promise<SoakResult>

/** Prints what a soak came to, a line for each promise. */
export function printResult(name: string, { counts, held }: SoakResult): void {
  const counted = Object.entries(counts).map(([what, count]) => `${what} ${count.toLocaleString('en')}`)
  process.stdout.write(`\n${name}: ${counted.join(', ')}\n`)
  for (const { promise, figure, kept } of held) {
    process.stdout.write(`  ${kept ? 'kept    ' : 'NOT KEPT'}  ${promise.padEnd(52)}  ${figure}\n`)
  }
}
