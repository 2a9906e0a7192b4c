import { readFileSync } from 'node:fs'
import { measuredCosts } from './measuredCosts.ts'
import { pageTables } from './pageTables.ts'

export const COSTS_FILE = new URL('../../../apps/platform/src/cli/sizing/costs.json', import.meta.url)
export const PAGE = new URL('../../../docs/sizing.md', import.meta.url)

/** Returns what costs.json must be by bench/results. */
export function costsText(): string {
  return `${JSON.stringify(measuredCosts(), null, 2)}\n`
}

/** Returns docs/sizing.md with the tables that the model makes now. @throws if it lacks the marks of a table */
export function pageText(): string {
  let page = readFileSync(PAGE, 'utf8')
  for (const [name, text] of Object.entries(pageTables())) {
    const marks = new RegExp(`(<!-- ${name}: [^\\n]* -->\\n).*?(\\n<!-- end of ${name} -->)`, 's')
    if (!marks.test(page)) throw new Error(`docs/sizing.md has no marks of the table "${name}"`)
    page = page.replace(marks, (_all, begin, end) => `${begin}\n${text}\n${end}`)
  }
  return page
}
