/**
 * @file Makes docs/traceability.md: each rule of docs/rules.json with the tests whose names quote it.
 * With `--check` it writes nothing, and fails when a rule has no test or the page is out of date.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const PAGE = 'docs/traceability.md'
const rules = JSON.parse(readFileSync('docs/rules.json', 'utf8'))
/** @type {Map<string, string[]>} */
const tests = new Map(Object.keys(rules).map((id) => [id, []]))
const unknown = []

const files = globSync(['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'e2e/tests/**/*.spec.ts'], {
  exclude: (name) => name.includes('node_modules'),
}).sort()
for (const file of files) {
  for (const [text] of readFileSync(file, 'utf8').matchAll(
    /(['"`])(?:(?!\1)[^\\\n]|\\.)*\[spec [^\]]+\](?:(?!\1)[^\\\n]|\\.)*\1/g,
  )) {
    const name = text.slice(1, -1).replaceAll('\\', '')
    const title = name.replaceAll(/\s*\[spec [^\]]+\]/g, '')
    for (const [, id] of name.matchAll(/\[(spec [^\]]+)\]/g)) {
      const list = tests.get(id)
      if (list === undefined) unknown.push(`${file}: [${id}]`)
      else list.push(`${title} (\`${file}\`)`)
    }
  }
}

const inCell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const rows = [...tests].map(
  ([id, names]) => `| ${id.slice(5)} | ${inCell(rules[id])} | ${names.map(inCell).join('<br>')} |`,
)
const page = [
  '# Which test holds which rule',
  '',
  'Made by `node scripts/traceability.mjs` from the names of the tests; do not edit. Rules are numbered by the section of the product specification.',
  '',
  '| rule | in short | tests |',
  '|---|---|---|',
  ...rows,
  '',
].join('\n')

const empty = [...tests].filter(([, names]) => names.length === 0).map(([id]) => id)
const complaints = [...empty.map((id) => `no test quotes [${id}]`), ...unknown.map((place) => `no such rule: ${place}`)]
if (process.argv.includes('--check')) {
  const stored = readFileSync(PAGE, 'utf8')
  if (stored !== page) complaints.push(`${PAGE} is out of date: run node scripts/traceability.mjs`)
} else writeFileSync(PAGE, page)
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
