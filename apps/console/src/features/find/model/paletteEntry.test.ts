import { foldText } from '@greenwave/contract/text'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENTRY_KINDS, type EntryKind, type PaletteEntry, searchEntries } from './paletteEntry.ts'

const entry = (label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: label,
  kind: 'junctions',
  label,
  icon: IconSearch,
  choose: () => undefined,
  ...more,
})

const labels = (text: string, entries: readonly PaletteEntry[]) =>
  searchEntries(text, entries).map(({ label }) => label)

describe('searchEntries', () => {
  it('lists a label that starts with the text first, then one with a word that does, then others', () => {
    const found = labels('ha', [
      entry('Lê Lợi', { detail: 'Hà Đông' }),
      entry('Phan Châu Trinh'),
      entry('Võ Thị Sáu – Hai Bà Trưng'),
      entry('Hàm Nghi'),
      entry('Ngã tư 1', { words: ['chai'] }),
    ])
    expect(found).toEqual(['Hàm Nghi', 'Võ Thị Sáu – Hai Bà Trưng', 'Phan Châu Trinh', 'Lê Lợi', 'Ngã tư 1'])
  })

  it('finds words in any order and of any of its texts, and nothing by signs alone', () => {
    const junction = entry('Nguyễn Huệ – Lê Lợi', { detail: 'TLC-0007 · Quận 1' })
    for (const text of ['quan 1 tlc-0007 hue', ' hue le ', 'yen h'])
      expect(labels(text, [entry('Pasteur'), junction])).toEqual([junction.label])
    expect(labels('hue e', [junction])).toEqual([])
    expect(labels('?', [junction])).toEqual([])
  })

  it('lists by kind, whatever the order in which they were given', () => {
    const given = [...ENTRY_KINDS].reverse().map((kind) => entry(kind, { kind }))
    expect(labels('', given)).toEqual([...ENTRY_KINDS])
  })

  it('finds exactly the entries that hold the text, or a word that begins with each of its words, each once', () => {
    const word = fc.constantFrom('đinh', 'DINH', 'lộ', 'lo', 'tiên', 'x')
    const text = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))
    const anyEntry = fc.record({
      label: text,
      detail: text,
      words: fc.array(text, { maxLength: 2 }),
      kind: fc.constantFrom<EntryKind>(...ENTRY_KINDS),
    })
    fc.assert(
      fc.property(text, fc.array(anyEntry, { maxLength: 8 }), (wanted, parts) => {
        const entries = parts.map((part, index) => entry(part.label, { ...part, id: String(index) }))
        const holds = ({ label, detail = '', words = [] }: PaletteEntry) => {
          const texts = [label, detail, ...words].map(foldText)
          const folded = foldText(wanted)
          const begin = (term: string) => texts.some((part) => ` ${part}`.includes(` ${term}`))
          return texts.some((part) => part.includes(folded)) || folded.split(' ').every(begin)
        }
        const ids = (some: readonly PaletteEntry[]) => some.map(({ id }) => id).sort()
        expect(ids(searchEntries(wanted, entries))).toEqual(ids(entries.filter(holds)))
      }),
    )
  })
})
