import type { NamedCells } from '../../../data/queries/evidence.ts'

/** Seconds in a row in which the lamps showed the same, and the same was in effect. */
export interface LampStretch {
  readonly fromMs: number
  readonly untilMs: number
  /** As in the table of seconds: `green`, `red+green`, `dark`; null where unknown. */
  readonly phases: readonly (string | null)[]
  readonly plan: number | null
  readonly program: number | null
  readonly source: string
}

/** Returns rows of seconds as stretches. */
export function lampStretches(seconds: readonly NamedCells[]): readonly LampStretch[] {
  const stretches: LampStretch[] = []
  for (const row of seconds) {
    const fromMs = Number(row.time)
    const next: LampStretch = {
      fromMs,
      untilMs: fromMs + 1000,
      phases: [row.phase_1, row.phase_2, row.phase_3].map((shown) => (typeof shown === 'string' ? shown : null)),
      plan: typeof row.plan === 'number' ? row.plan : null,
      program: typeof row.program === 'number' ? row.program : null,
      source: String(row.source),
    }
    const last = stretches.at(-1)
    if (last && isSame(last, next)) stretches[stretches.length - 1] = { ...last, untilMs: next.untilMs }
    else stretches.push(next)
  }
  return stretches
}

function isSame(a: LampStretch, b: LampStretch): boolean {
  const isEqual = a.plan === b.plan && a.program === b.program && a.source === b.source && a.untilMs === b.fromMs
  return isEqual && a.phases.every((phase, nth) => phase === b.phases[nth])
}
