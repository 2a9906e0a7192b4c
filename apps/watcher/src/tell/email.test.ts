import { expect, test } from 'vitest'
import { parseMailServer } from './email.ts'

test.each([
  ['smtps://me:p%40ss@mail.example', { host: 'mail.example', port: 465, isTls: true, user: 'me', password: 'p@ss' }],
  ['smtp://mail.example', { host: 'mail.example', port: 587, isTls: false, user: '', password: '' }],
  ['smtp://mail.example:25/', { host: 'mail.example', port: 25, isTls: false, user: '', password: '' }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, isTls: false, user: '', password: '' }],
])('%s is a mail server', (address, server) => {
  expect(parseMailServer(address)).toEqual(server)
})

test.each(['mail.example', 'https://mail.example', 'smtp://', 'smtp://mail.example/path', ''])(
  '%j is none',
  (address) => {
    expect(parseMailServer(address)).toBeUndefined()
  },
)
