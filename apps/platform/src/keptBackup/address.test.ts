import { expect, test } from 'vitest'
import { openTarget, parseBackupAddress } from './address.ts'
import { type Target, withinTime } from './target.ts'

test.each([
  ['/mnt/backup', { kind: 'folder', path: '/mnt/backup', shown: '/mnt/backup' }],
  [
    'sftp://me@nas:2222/gw?identity=/k',
    { kind: 'sftp', host: 'me@nas', port: '2222', path: '/gw', identity: '/k', shown: 'sftp://me@nas:2222/gw' },
  ],
  [
    's3://id:s%2Fcret@s3.example/city/a',
    {
      kind: 's3',
      endpoint: 'https://s3.example/city',
      prefix: 'a/',
      secretAccessKey: 's/cret',
      shown: 's3://s3.example/city/a',
    },
  ],
  ['sftp://nas/', undefined],
  ['sftp://-oProxyCommand=x@nas/gw', undefined],
  ['sftp://nas/a%0Ab', undefined],
  ['s3://s3.example/city', undefined],
  ['s3://id:100%@s3.example/city', undefined],
  ['ftp://nas/gw', undefined],
])('%s', (text, address) => {
  if (address === undefined) expect(parseBackupAddress(text)).toBeUndefined()
  else expect(parseBackupAddress(text)).toMatchObject(address)
})

test('an address without its program or server is a finding', async () => {
  const address = parseBackupAddress('s3+http://id:secret@127.0.0.1:9/bucket')
  expect(address).toBeDefined()
  const target = address && (await openTarget(address))
  await expect(target?.get('greenwave-backup.json')).rejects.toThrow(
    /s3\+http:\/\/127.0.0.1:9\/bucket failed .*: see that/,
  )
})

test('a target that never answers is given up, and its connection closed', async () => {
  let closed = 0
  const silent = new Promise<never>(() => {})
  const target: Target = {
    put: () => silent,
    get: () => silent,
    list: () => silent,
    remove: () => silent,
    close() {
      closed += 1
    },
  }
  await expect(withinTime(target, 'there', 20).get('x')).rejects.toThrow('there did not answer for 1 s')
  expect(closed).toBe(1)
})
