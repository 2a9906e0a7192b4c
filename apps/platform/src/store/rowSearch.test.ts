import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextFinder, joinTexts } from './likePattern.ts'
import { RowSearch } from './rowSearch.ts'

interface Row {
  readonly id: string
  readonly texts: readonly (string | null)[]
}

const id = fc.constantFrom('1', '2', '3', '4', '5', '6')
const word = fc
  .array(fc.constantFrom('a', 'b', 'Đ', '🚦', ' ', '\u0000'), { maxLength: 4 })
  .map((parts) => parts.join(''))
const texts = fc.array(fc.option(word), { minLength: 2, maxLength: 2 })
const pattern = fc
  .array(fc.constantFrom('a', 'B', 'đ', '🚦', '%', '_', '\u0000'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
const step = fc.oneof(
  fc.record({ kind: fc.constant('put'), id, texts }),
  fc.record({ kind: fc.constant('remove'), id }),
  fc.record({ kind: fc.constant('find'), pattern }),
)

describe('a search over many rows', () => {
  it('finds what looking at each row finds, whatever came, went and changed before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const rows = new Map<string, Row>()
        const search = new RowSearch<Row>(rows)
        const found: Set<Row>[] = []
        const expected: Set<Row>[] = []
        for (const next of steps) {
          if ('pattern' in next) {
            const matches = createTextFinder(next.pattern)
            found.push(new Set(search.find(next.pattern)))
            expected.push(new Set([...rows.values()].filter((row) => matches(joinTexts(row.texts)))))
          } else {
            const before = rows.get(next.id)
            const after = 'texts' in next ? { id: next.id, texts: next.texts } : undefined
            if (after) rows.set(next.id, after)
            else rows.delete(next.id)
            search.replace(before, after)
          }
        }
        expect(found).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })

  it('answers the row as it is now when something else of it changed than its texts', () => {
    const row = { id: '1', texts: ['Nguyễn Huệ', null], active: false }
    const rows = new Map([['1', row]])
    const search = new RowSearch<typeof row>(rows)
    expect(search.find('huệ')).toEqual(new Set([row]))
    const changed = { ...row, active: true }
    rows.set('1', changed)
    search.replace(row, changed)
    expect([...search.find('huệ')]).toEqual([changed])
  })
})
