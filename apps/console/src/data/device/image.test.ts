import { expect, test } from 'vitest'
import { isImageUrl, parseImage } from './image.ts'

test.each(['https://example.com/a.jpg', 'http://10.0.0.2/cam?id=1', 'data:image/png;base64,AAAA'])(
  '%s is an image address [spec 5 image]',
  (text) => {
    expect(isImageUrl(text)).toBe(true)
  },
)

test.each(['', 'junction', 'example.com/a.jpg', 'javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x'])(
  '%j is none [spec 5 image]',
  (text) => {
    expect(isImageUrl(text)).toBe(false)
  },
)

test('an empty text, a missing attribute and a number are no image', () => {
  const timed = (value: unknown) => ({ image: { value, ts: 1 } })
  expect(parseImage(timed('https://example.com/a.jpg'))).toBe('https://example.com/a.jpg')
  expect(parseImage(timed(''))).toBe('')
  expect(parseImage(timed(7))).toBe('')
  expect(parseImage({})).toBe('')
})
