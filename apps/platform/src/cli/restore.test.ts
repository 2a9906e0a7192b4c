/** @file `greenwave restore --from`: where the address comes from. */
import { join } from 'node:path'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { expect, test } from 'vitest'
import { makeFolder } from '../testing/testStore.ts'
import { runCommandLine } from './commandLine.ts'

const greenwave = greenwaveHere(runCommandLine)
const SECRET = 's3+http://id:very-secret@127.0.0.1:9/bucket'

test.each([
  [
    'a secret on the command line is refused',
    [SECRET],
    {},
    /set GREENWAVE_BACKUP_TO to the address, and add --from alone/,
  ],
  [
    'the address comes from the environment',
    [],
    { GREENWAVE_BACKUP_TO: SECRET },
    /s3\+http:\/\/127.0.0.1:9\/bucket failed/,
  ],
  ['without an address it is asked for', [], {}, /GREENWAVE_BACKUP_TO .*: name the address of the backups/],
  [
    'another address may be on the command line',
    ['/nowhere'],
    { GREENWAVE_BACKUP_TO: SECRET },
    /backup in \/nowhere failed/,
  ],
])('%s', async (_, address, env, words) => {
  const args = ['restore', '--data-dir', join(makeFolder(), 'data'), '--from', ...address]
  const { code, stdout, stderr } = await greenwave(args, env)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(words)
  expect(stderr).not.toContain('very-secret')
})
