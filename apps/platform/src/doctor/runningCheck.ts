import type { Finding } from '@greenwave/client/doctor/finding'

const ANSWER_WITHIN_MS = 5_000
/** A budget that is fuller than this is worth a look. */
const NEARLY_FULL = 0.8

const textOf = async (address: string): Promise<string> => {
  const reply = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  return reply.text()
}

/** Asks a running platform whether it takes requests. `origin` is the address of its console. */
export async function checkReady(origin: string): Promise<Finding> {
  const check = 'platform'
  try {
    const state = (await textOf(`${origin}/readyz`)).trim().slice(0, 200)
    if (state === 'ready') return { check, level: 'ok', says: `it is ready at ${origin}` }
    const level = state.includes(' ') ? 'error' : 'warning'
    return { check, level, says: `it answers at ${origin}: ${state}`, fix: 'See its log' }
  } catch {
    const fix = 'Start it, or give its settings: GREENWAVE_HOST, GREENWAVE_PORT'
    return { check, level: 'warning', says: `nothing answers at ${origin}`, fix }
  }
}

/** Reads the budgets of a running platform. `origin` is the address of its metrics; undefined if they are off. */
export async function checkBudgets(origin: string | undefined): Promise<Finding> {
  const check = 'budgets'
  if (origin === undefined) {
    return { check, level: 'ok', says: 'not known: a platform with GREENWAVE_METRICS_PORT tells them' }
  }
  try {
    return { check, ...evaluateBudgets(await textOf(`${origin}/metrics`)) }
  } catch {
    const fix = 'Start Greenwave with the same GREENWAVE_METRICS_PORT'
    return { check, level: 'warning', says: `nothing answers at ${origin}`, fix }
  }
}

/** Evaluates how full the budgets in a text of metrics are. */
export function evaluateBudgets(metrics: string): Omit<Finding, 'check'> {
  const valuesOf = (name: string): Map<string, number> =>
    new Map(
      [...metrics.matchAll(new RegExp(`^${name}\\{limit="(\\w+)"\\} (\\S+)$`, 'gm'))].map(
        ([, limit = '', value]) => [limit, Number(value)] as const,
      ),
    )
  const limits = valuesOf('greenwave_budget_limit')
  const parts = [...valuesOf('greenwave_budget_used')].map(([name, used]) => ({
    name,
    part: used / (limits.get(name) ?? Infinity),
  }))
  const full = parts.filter(({ part }) => part > NEARLY_FULL)
  const fullest = Math.max(0, ...parts.map(({ part }) => part))
  if (full.length === 0) return { level: 'ok', says: `the fullest of ${parts.length} is at ${percent(fullest)}` }
  const says = full.map(({ name, part }) => `${name} is at ${percent(part)}`).join(', ')
  return {
    level: 'warning',
    says,
    fix: 'see docs/limits.md for the purpose of each and for what happens when it is full',
  }
}

const percent = (part: number): string => `${Math.round(part * 100)} %`
