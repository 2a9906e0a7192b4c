/** @file Whether README's pictures still show the console, and what makes them old. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  differencesFrom,
  drawingHash,
  IMAGES,
  RECORD_FILE,
  readVisibleSources,
  recordOf,
  type ShownRecord,
  type VisibleSources,
} from './shown.ts'

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
const PICTURES = [...README.matchAll(/\(docs\/images\/([^)]+)\)/g)].map(([, name = '']) => name)

test("the console still looks as in README's pictures: otherwise take them anew with `npm run pictures`", () => {
  const record = JSON.parse(readFileSync(RECORD_FILE, 'utf8')) as ShownRecord
  expect(record.texts.length).toBeGreaterThan(100)
  expect(differencesFrom(record, readVisibleSources())).toEqual([])
})

test('README has one moving picture and four others, each with a text in its place, and all stay small', () => {
  expect(PICTURES).toHaveLength(5)
  expect([...README.matchAll(/!\[[^\]]{20,}\]\(docs\/images\//g)]).toHaveLength(5)
  const sizes = PICTURES.map((name) => statSync(join(IMAGES, name)).size)
  expect(Math.max(...sizes)).toBeLessThan(1_000_000)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1_500_000)
})

const SHEET = '.title {\n  color: red;\n}\n'
const PART = `import styles from './Part.module.css'
export const Part = ({ on }: { on: boolean }) => <div className={styles.title}>{on && <b>{t('since', { time })}</b>}</div>
`
const sources = (files: Record<string, string>, ...texts: string[]): VisibleSources => ({
  texts: new Set(texts),
  files: new Map(Object.entries(files)),
})
const BEFORE = sources(
  { 'a/Part.tsx': PART, 'a/Part.module.css': SHEET },
  'since {{time}}',
  'Never seen',
  '{{a}} · {{b}}',
)
const RECORD = recordOf([{ texts: ['since 18:56', 'x · y'], classes: ['_title_1a2b3_1'] }], BEFORE)

test('the record has the texts that were visible, and the sheets and components that drew them', () => {
  expect(RECORD.texts).toEqual(['since {{time}}'])
  expect(Object.keys(RECORD.drawings)).toEqual(['a/Part.module.css', 'a/Part.tsx'])
  expect(differencesFrom(RECORD, BEFORE)).toEqual([])
})

test('a text that was visible and is worded anew makes pictures old; one that was not visible does not', () => {
  const files = Object.fromEntries(BEFORE.files)
  expect(differencesFrom(RECORD, sources(files, 'since {{time}}', 'Seen'))).toEqual([])
  expect(differencesFrom(RECORD, sources(files, 'from {{time}}'))).toEqual(['text: since {{time}}'])
})

test('another drawing makes pictures old; a moved file, a comment, spaces and other logic do not', () => {
  const changed = (part: string, sheet: string) =>
    differencesFrom(RECORD, sources({ 'b/Moved.tsx': part, 'b/Moved.module.css': sheet }, 'since {{time}}'))
  expect(changed(PART.replace('on &&', 'on === true &&'), `/* Why. */\n${SHEET.replace('  ', '')}`)).toEqual([])
  expect(changed(PART.replaceAll('<b>', '<i>'), SHEET)).toEqual(['drawing: a/Part.tsx'])
  expect(changed(PART, SHEET.replace('red', 'blue'))).toEqual(['drawing: a/Part.module.css'])
})

test('of many drawings a tenth may differ', () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, nth) => [`${nth}.css`, `.a${nth} {}`]))
  const drawings = Object.fromEntries(Object.entries(files).map(([path, code]) => [path, drawingHash(path, code)]))
  const differences = (count: number) =>
    differencesFrom(
      { texts: [], drawings },
      sources({ ...files, ...Object.fromEntries(Array.from({ length: count }, (_, nth) => [`${nth}.css`, ''])) }),
    )
  expect(differences(2)).toEqual([])
  expect(differences(3)).toHaveLength(3)
})
