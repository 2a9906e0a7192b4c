import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

/** Reads a CSV text, slowly and by the letter of RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += char
        at += 1
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === ',') {
      row.push(cell)
      cell = ''
    } else if (char === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      at += 1
    } else cell += char
  }
  return rows
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('"', ',', '\r', '\n', '=', '+', '-', '@', '\t', "'", ' ', 'a', 'ữ'))
    .map((parts) => parts.join('')),
)

it('what is written is read again, and no text begins as a formula does', () => {
  const lines = fc.array(fc.array(fc.oneof(anyText, fc.integer()), { minLength: 1, maxLength: 5 }), { maxLength: 4 })
  fc.assert(
    fc.property(lines, (rows) => {
      const read = readCsv(rows.map(csvLine).join(''))
      expect(read).toHaveLength(rows.length)
      for (const [index, row] of rows.entries()) {
        for (const [column, cell] of row.entries()) {
          const said = read[index]?.[column] ?? ''
          expect([String(cell), `'${cell}`]).toContain(said)
          if (typeof cell === 'number') expect(said).toBe(String(cell))
          else expect(said).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/)
        }
      }
    }),
  )
})

it.each([
  ['=HYPERLINK("http://evil.test")', `"'=HYPERLINK(""http://evil.test"")"\r\n`],
  ['  +1', "'  +1\r\n"],
  ['-5 s', "'-5 s\r\n"],
  ['Lý Thường Kiệt, Quận 10', '"Lý Thường Kiệt, Quận 10"\r\n'],
  ['plain', 'plain\r\n'],
])('%j is written as %j', (text, line) => expect(csvLine([text])).toBe(line))

it('numbers stay numbers, below zero too', () => expect(csvLine([-5, 7.5])).toBe('-5,7.5\r\n'))
