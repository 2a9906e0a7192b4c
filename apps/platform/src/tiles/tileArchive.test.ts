import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from './tileArchive.ts'

test.each([
  ['© OpenStreetMap', '© OpenStreetMap'],
  [
    '<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap contributors</a>',
    '© OpenStreetMap contributors',
  ],
  ['&#169; A &amp; B &#x2764;', '© A & B ❤'],
  ['City&nbsp;of\n  Huế', 'City of Huế'],
  ['&unknown; &#xfffff;', '&unknown; \u{fffff}'],
])('%j reads %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test('any text is taken, and no tag is left', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (html) => {
      expect(plainText(html.replaceAll('&', ''))).not.toMatch(/<[^>]*>/)
      plainText(html)
    }),
  )
})
