/**
 * @file Prints each rule of docs/rules.json with the tests whose names quote it, as Markdown; with `--check` only the
 * problems. Fails when a rule has no test, or when the texts of a rule are in no file of its tests.
 */
import { globSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { testTitles } from './testTitles.mjs'

const rules = JSON.parse(readFileSync('docs/rules.json', 'utf8'))
/** The files that hold each rule, with their tests. @type {Map<string, Map<string, string[]>>} */
const tests = new Map(Object.keys(rules).map((id) => [id, new Map()]))
const unknown = []

const files = globSync(['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'e2e/tests/**/*.spec.ts'], {
  exclude: (name) => name.includes('node_modules'),
}).sort()
for (const file of files) {
  const source = readFileSync(file, 'utf8')
  const titles = testTitles(source)
  for (const { title, tags } of titles) {
    for (const id of tags) {
      const holders = tests.get(id)
      if (holders === undefined) unknown.push(`${file}: [${id}]`)
      else holders.set(file, [...(holders.get(file) ?? []), title])
    }
  }
  // A tag that is in no recognised title would be lost silently.
  const read = new Set(titles.flatMap(({ tags }) => tags))
  for (const [, id] of source.matchAll(/\[(spec [^\]]+)\]/g))
    if (!read.has(id)) unknown.push(`${file}: [${id}] stands in no test's name`)
}

/** Words of a rule that are in no file of its tests: a message without a test could change unnoticed. */
const unquoted = Object.entries(rules).flatMap(([id, { words = [] }]) => {
  const sources = [...(tests.get(id)?.keys() ?? [])].map((file) => readFileSync(file, 'utf8'))
  return words.filter((text) => !sources.some((source) => source.includes(text))).map((text) => `[${id}] '${text}'`)
})

const shortOf = ({ short, words = [] }) => [short, ...words.map((text) => `“${text.trim()}”`)].join('<br>')
const inCell = (text) => text.replaceAll('|', '\\|').replaceAll(/<(?!br>)/g, '&lt;')
const cellOf = (holders) =>
  [...holders].map(([file, titles]) => `\`${file}\`: ${[...new Set(titles)].map(inCell).join(' · ')}`).join('<br>')
const rows = [...tests].map(
  ([id, holders]) => `| ${id.slice(5)} | ${inCell(shortOf(rules[id]))} | ${cellOf(holders)} |`,
)
const page = [
  '# Which test holds which rule',
  '',
  'A test stands with the names of its suites before it, and … for what a table fills in. Rules are numbered by the section of the product specification.',
  '',
  '| rule | in short | tests |',
  '|---|---|---|',
  ...rows,
  '',
].join('\n')

const empty = [...tests].filter(([, holders]) => holders.size === 0).map(([id]) => id)
const complaints = [
  ...empty.map((id) => `no test quotes [${id}]`),
  ...unquoted.map((place) => `no test that quotes the rule has its words: ${place}`),
  ...[...new Set(unknown)].map((place) => `no such rule: ${place}`),
]
if (!process.argv.includes('--check')) process.stdout.write(page)
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
