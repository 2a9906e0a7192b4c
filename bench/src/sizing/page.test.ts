import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COSTS_FILE, costsText, PAGE, pageText } from './page.ts'
import { numberOf, resultRow } from './results.ts'

test('the costs are those of bench/results', () => {
  expect(JSON.parse(readFileSync(COSTS_FILE, 'utf8')), 'run node bench/src/sizingPage.ts').toEqual(
    JSON.parse(costsText()),
  )
})

test('the tables of docs/sizing.md are those of the model', () => {
  expect(readFileSync(PAGE, 'utf8'), 'run node bench/src/sizingPage.ts').toBe(pageText())
})

test('a number is found by its unit, after its part', () => {
  const row = {
    ...{ benchmark: 'sizing', name: 'a city' },
    figure: '30 frames/s; platform 12.5 % of a core, 300 MB; watcher 4 % of a core, 90 MB',
  }
  expect(numberOf(row, '% of a core')).toBe(12.5)
  expect(numberOf(row, 'MB', 'watcher')).toBe(90)
  expect(numberOf(row, ' frames/s')).toBe(30)
  expect(() => numberOf(row, 'MB', 'proxy')).toThrow(/"a city" of sizing has no number of MB after proxy/)
  expect(() => numberOf(row, 'messages/s')).toThrow(/no number of messages\/s/)
})

test('a row that is missing is named, with the command that makes it', () => {
  expect(() => resultRow('ingest', '7 controllers')).toThrow(/"7 controllers": run npm run bench -- ingest/)
})
