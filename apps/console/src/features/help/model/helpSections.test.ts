import { expect, it } from 'vitest'
import { findSections, sectionsOf } from './helpSections.ts'

const SECTIONS = [
  ...sectionsOf('operating', {
    title: 'Operating',
    html: '<p>A <em>backup</em> is a copy.</p><h2 id="restore">Back up &amp; restore</h2><p>Stop it, then <code>restore &lt;FOLDER&gt;</code>.</p>',
  }),
  ...sectionsOf('vi', { title: 'Điện Biên Phủ', html: `<p>${'lời dẫn '.repeat(20)}sao lưu ${'tiếp '.repeat(40)}</p>` }),
]

it('a document is divided at its headings, in plain text', () => {
  expect(SECTIONS.slice(0, 2)).toEqual([
    { page: 'operating', anchor: '', title: 'Operating', text: 'A backup is a copy.' },
    {
      page: 'operating',
      anchor: 'restore',
      title: 'Operating › Back up & restore',
      text: 'Stop it, then restore <FOLDER>.',
    },
  ])
})

it('a part is found by all words in any case and without marks, those with them in the title first', () => {
  const found = (text: string) => findSections(SECTIONS, text).map(({ page, anchor }) => `${page}#${anchor}`)
  expect(found('  ')).toEqual([])
  expect(found('operating COPY')).toEqual(['operating#'])
  expect(found('up')).toEqual(['operating#restore', 'operating#'])
  expect(found('dien bien')).toEqual(['vi#'])
  expect(found('copy folder')).toEqual([])
})

it('parts are ordered by where the words stand and how often, a word also as two in a title', () => {
  const sections = [
    ...sectionsOf('a', {
      title: 'Commands',
      html: '<p>A backup, once.</p><h2 id="x">Upgrade</h2><p>backup, backups</p>',
    }),
    ...sectionsOf('b', { title: 'Operating', html: '<p>Nothing.</p><h2 id="y">How to back up</h2><p>A copy.</p>' }),
    ...sectionsOf('c', { title: 'Backups', html: '<p>Of all.</p><h2 id="z">Where</h2><p>There.</p>' }),
  ]
  const found = (text: string) => findSections(sections, text).map(({ page, anchor }) => `${page}#${anchor}`)
  expect(found('backup')).toEqual(['c#', 'b#y', 'c#z', 'a#x', 'a#'])
  expect(found('kup')).toEqual(['c#', 'c#z', 'a#', 'a#x'])
})

it('a part that is found has the words around the place', () => {
  const [found] = findSections(SECTIONS, 'sao luu')
  expect(found?.excerpt).toMatch(/^… (lời|dẫn).* sao lưu tiếp .* …$/)
  const far = `A disk. ${'x '.repeat(60)}`
  const texts = [`${far}It is full.`, `${far}The disk is full.`]
  const two = texts.map((text, nth) => ({ page: `p${nth}`, anchor: '', title: 'x', text }))
  expect(findSections(two, 'disk full').map(({ page, excerpt: said }) => [page, said.slice(-17)])).toEqual([
    ['p1', 'The disk is full.'],
    ['p0', 'x x x x x x x x …'],
  ])
  expect(findSections(SECTIONS, 'a copy')[0]?.excerpt).toBe('A backup is a copy.')
})

it('no more than twenty parts are shown', () => {
  const many = Array.from({ length: 30 }, (_, nth) => ({ page: `p${nth}`, anchor: '', title: 'x', text: 'lamps' }))
  expect(findSections(many, 'lamps')).toHaveLength(20)
})
