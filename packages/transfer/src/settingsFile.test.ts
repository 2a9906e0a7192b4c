import { checkValue, rangeOf } from '@greenwave/controller/settingTable/ranges'
import { SETTINGS } from '@greenwave/controller/settingTable/table'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeProblem } from './fileProblem.ts'
import { parseSettingsFile, SETTINGS_FORMATS, writeSettingsFile } from './settingsFile.ts'

const AT = Date.UTC(2026, 10, 22)
const KEYS = SETTINGS.flatMap(({ keyNames }) => keyNames)

/** An apostrophe before a sign of formulas is what CSV files have as a guard, so that it cannot be part of a name. */
const nameText = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() === text && !text.startsWith("'") && !/[\uFEFF\uFFFD\uD800-\uDFFF]/.test(text))
const settings = fc.dictionary(fc.constantFrom(...KEYS), fc.nat(), { maxKeys: 12 }).map((values) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const { min, max } = rangeOf(key) ?? { min: 0, max: 0 }
      return [key, min + (value % (Math.min(max, 1000) - min + 1))]
    }),
  ),
)
const junctions = fc.uniqueArray(fc.record({ name: nameText, label: nameText, settings }), {
  selector: ({ name }) => name,
  minLength: 1,
  maxLength: 5,
})

const problemsOf = (text: string) => parseSettingsFile(text).problems.map(describeProblem)

describe('a file of settings', () => {
  it.each(SETTINGS_FORMATS)('%s: what was written is read again', (format) => {
    fc.assert(
      fc.property(junctions, (written) => {
        const read = parseSettingsFile(writeSettingsFile(written, format, AT))
        expect(read.problems).toEqual([])
        expect(read.junctions).toEqual(written.map((one) => ({ ...one, line: expect.any(Number) })))
      }),
      { numRuns: 60 },
    )
  })

  it('a text of any kind is read without an exception, and what is read is in its range', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          nameText.map((name) => `name,Mode,Vang\n${name},9,x`),
        ),
        (text) => {
          for (const junction of parseSettingsFile(text).junctions) {
            for (const [key, value] of Object.entries(junction.settings)) expect(checkValue(key, value)).toBeNull()
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('each value that is wrong is said with its line, its column and the fix', () => {
    expect(problemsOf('name,Mode,Vang,Gelb\nTLC-1,1,3,\nTLC-2,1.5,3,\n,1,3,\nTLC-1,1,3,\nTLC-4,1,3\n')).toEqual([
      expect.stringMatching(/^line 1, Gelb: nothing has this name: leave it out, or give one of name, label, Mode/),
      'line 3, Mode: Mode is 1.5; controllers take whole numbers only.',
      'line 4, name: is empty: give a value',
      'line 5, name: "TLC-1" stands in line 2 already: leave one of both out',
      'line 6: has 3 cells, and the first line has 4: put quotes around cells with commas',
    ])
    expect(problemsOf('label\nA\n')).toEqual(['line 1, name: this column is missing: add it to the first line'])
    expect(problemsOf('name\nA\nL\uFFFD L\uFFFDi\n')).toEqual([
      'line 3: has letters that cannot be read: save the file as UTF-8, in spreadsheets "CSV UTF-8"',
    ])
    expect(problemsOf('')).toEqual([expect.stringMatching(/^line 1: the file has no lines/)])
    expect(problemsOf('name,label\n"TLC-1')).toEqual([expect.stringMatching(/^line 2: is no CSV: /)])
  })

  it('the same is said of JSON', () => {
    const of = (junction: string) =>
      `{"format":"greenwave-settings","version":1,"junctions":[\n{"name":"TLC-1","settings":{}},\n${junction}\n]}`
    expect(problemsOf(of('{"name":"TLC-2","settings":{"Mode":"x"}}'))).toEqual([
      'line 3, Mode: Mode is "x", which is no number; give a whole number.',
    ])
    expect(problemsOf(of('{"name":"TLC-2","settings":{"Gelb":3}}'))).toEqual([
      expect.stringMatching(/^line 3, Gelb: nothing has this name/),
    ])
    expect(problemsOf(of('{"name":"TLC-2","settings":{"Mode":1,"Mode":2}}'))).toEqual([
      'line 3, Mode: stands here twice: leave one out',
    ])
    expect(problemsOf(of('{"name":"TLC-1","settings":{}}'))).toEqual([
      'line 3, name: "TLC-1" stands in line 2 already: leave one of both out',
    ])
    expect(problemsOf(of('7'))).toEqual([expect.stringMatching(/^line 3: is not what is wanted/)])
    expect(problemsOf('{"junctions":')).toEqual([expect.stringMatching(/^line 1: is no JSON/)])
    expect(problemsOf('{"format":"greenwave-settings","version":2,"junctions":[]}')).toEqual([
      expect.stringMatching(/^line 1: is not what is wanted: give \{"format": "greenwave-settings", "version": 1/),
    ])
  })

  it('of names that nothing has, and of names that stand there twice, the first hundred are said', () => {
    const keys = Array.from({ length: 20_000 }, (_, nth) => `"K${nth}":0`).join()
    const file = (settings: string) =>
      `{"format":"greenwave-settings","version":1,"junctions":[{"name":"A","settings":{${settings}}}]}`
    expect(parseSettingsFile(file(keys)).problems).toHaveLength(100)
    expect(parseSettingsFile(file('"Vang":3,'.repeat(1000).slice(0, -1))).problems).toHaveLength(100)
    expect(parseSettingsFile(`name,${keys.replaceAll('"', '').replaceAll(':0', '')}\n`).problems).toHaveLength(100)
  })

  it('a file with more entries than any city is refused', () => {
    const junctions = '0,'.repeat(100_001).slice(0, -1)
    expect(problemsOf(`{"format":"greenwave-settings","version":1,"junctions":[${junctions}]}`)).toEqual([
      'line 1, junctions: the file has more than 100000 entries: divide it',
    ])
  })

  it('semicolons, which spreadsheets of some languages write, divide cells too', () => {
    expect(parseSettingsFile('name;label;Mode\r\nTLC-1;"Lê Lợi, 3";1\r\n;;\r\n')).toEqual({
      junctions: [{ line: 2, name: 'TLC-1', label: 'Lê Lợi, 3', settings: { Mode: 1 } }],
      problems: [],
    })
  })
})
