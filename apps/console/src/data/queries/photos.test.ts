import { linkOfImage } from '@greenwave/contract/wire/imageLinks'
import { expect, test } from 'vitest'
import { isImageUrl } from './photos.ts'

test.each([
  'https://example.com/a.jpg',
  'http://10.0.0.2/cam?id=1',
  'data:image/png;base64,AAAA',
  linkOfImage('photo-1.jpg'),
])('%s is an image address [spec 5 image]', (text) => {
  expect(isImageUrl(text)).toBe(true)
})

test.each([
  '',
  'junction',
  'example.com/a.jpg',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  '/api/images/tenant/../../x',
  '/api/devices',
])('%j is none [spec 5 image]', (text) => {
  expect(isImageUrl(text)).toBe(false)
})
