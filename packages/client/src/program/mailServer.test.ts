import { expect, test } from 'vitest'
import { parseMailServer, senderAddress } from './mailServer.ts'

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

test.each(['smtps://me:100%@mail.example', 'smtps://me:25#7@mail.example', 'smtps://me:25?7@mail.example'])(
  '%s is refused, because its password is not written as in an address',
  (address) => {
    expect(parseMailServer(address)).toBeUndefined()
  },
)

test.each([
  ['tells@city.example', 'tells@city.example'],
  ['Greenwave <tells@city.example>', 'tells@city.example'],
  ['<tells@city.example>', 'tells@city.example'],
  ['Greenwave <tells@city.example', undefined],
  ['tells@city.example>', undefined],
  ['Greenwave tells@city.example', undefined],
  ['tells@localhost', undefined],
  ['A\r\nBcc: <all@city.example>', undefined],
  ['someone', undefined],
])('the sender %j has the address %s', (sender, address) => {
  expect(senderAddress(sender)).toBe(address)
})
