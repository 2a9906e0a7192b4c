import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COLUMNS, parseList, writeList } from './entityList.ts'
import { describeProblem } from './fileProblem.ts'

const cell = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() === text && !text.startsWith("'") && !/[\uFEFF\uFFFD\uD800-\uDFFF]/.test(text))
const problemsOf = (...given: Parameters<typeof parseList>) => parseList(...given).problems.map(describeProblem)

describe('a list', () => {
  it('what was written is read again', () => {
    const customer = fc.record({ title: cell, city: fc.option(cell, { nil: undefined }) })
    fc.assert(
      fc.property(fc.uniqueArray(customer, { selector: ({ title }) => title, minLength: 1 }), (written) => {
        const { entries, problems } = parseList('customers', writeList('customers', written))
        expect(problems).toEqual([])
        expect(entries.map(({ values }) => values)).toEqual(written.map((one) => JSON.parse(JSON.stringify(one))))
      }),
      { numRuns: 50 },
    )
  })

  it('a text of any kind is read without an exception', () => {
    fc.assert(
      fc.property(fc.constantFrom('devices', 'customers', 'users'), fc.string(), (kind, text) => {
        const { entries, problems } = parseList(kind, `${COLUMNS[kind][0].column}\n${text}`)
        for (const { name } of entries) expect(name).not.toBe('')
        for (const problem of problems) expect(describeProblem(problem)).toMatch(/^line \d+/)
      }),
      { numRuns: 100 },
    )
  })

  it('no secrets are written', () => {
    expect(writeList('devices', [{ name: 'TLC-1', password: 'secret', userName: 'u' }])).toBe(
      '\uFEFFname,label,customer,latitude,longitude\r\nTLC-1,,,,\r\n',
    )
  })

  it('where cells are not divided by commas, a place may have decimal commas', () => {
    const text = 'name\tlabel\tlatitude\tlongitude\nTLC-1\t1,5\t10,7769\t-106,7\n'
    for (const written of [text, text.replaceAll('\t', ';')]) {
      const { entries, problems } = parseList('devices', written)
      expect(problems).toEqual([])
      expect(entries[0]?.values).toEqual({ name: 'TLC-1', label: '1,5', latitude: '10.7769', longitude: '-106.7' })
    }
    expect(problemsOf('devices', 'name,latitude,longitude\nTLC-1,"10,7769",106\n')).toEqual([
      'line 2, latitude: latitude is "10,7769", which is no number; give degrees such as 10.7769.',
    ])
  })

  it('each wrong cell is said with its line, its column and the fix', () => {
    expect(problemsOf('users', 'email,customer,phone\nmai@signal,District 1,\nlan@signal.vn,,0283\n')).toEqual([
      'line 2, email: "mai@signal" is no e-mail address: give one such as mai@signal.example',
      'line 3, customer: is empty: give a value',
      'line 3, phone: "0283" is no telephone number: give one such as +842838123456',
    ])
    expect(problemsOf('users', 'email\nmai@signal.vn\n')).toEqual([
      'line 1, customer: this column is missing: add it to the first line',
    ])
    expect(
      problemsOf('devices', `name,latitude,longitude,Mode\nTLC-1,95,106,\n${'x'.repeat(256)},,,\nTLC-1,10,,\n`),
    ).toEqual([
      expect.stringMatching(/^line 1, Mode: nothing has this name: leave it out, or give one of name, label, /),
      'line 2, latitude: latitude is 95; allowed is -90 to 90.',
      'line 3, name: is longer than 255 characters: shorten it',
      'line 4, longitude: is empty: give a value',
      'line 4, name: "TLC-1" stands in line 2 already: leave one of both out',
    ])
  })

  it('a file of another kind, with many columns or lines, takes little memory and time', () => {
    const columns = Array.from({ length: 20_000 }, (_, nth) => `c${nth}`)
    const many = parseList('devices', `name,${columns.join()}\n`).problems
    expect(many.map(({ field }) => field)).toEqual(columns.slice(0, 100))
    expect(problemsOf('devices', `name,${columns.join()},c7\n`)).toEqual([
      'line 1, c7: stands here twice: leave one out',
    ])
    expect(problemsOf('devices', `name\n${'x\n'.repeat(100_001)}`)).toEqual([
      'line 1: the file has more than 100000 entries: divide it',
    ])
  })

  it('e-mail addresses are the same in any case, names are not', () => {
    expect(problemsOf('users', 'email,customer\nmai@signal.vn,A\nMai@signal.vn,A\n')).toHaveLength(1)
    expect(problemsOf('devices', 'name\ntlc-1\nTLC-1\n')).toEqual([])
  })
})
