import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import type { Manifest, PackagedFile } from '@greenwave/evidence/manifest'
import { createSignerKey, type Signer, signerOf } from '@greenwave/evidence/signer'
import { writePackage } from '@greenwave/evidence/writePackage'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

const signer = signerOf('5f0c', createSignerKey())
const folder = folderOfTests()
let file: string
beforeAll(async () => {
  file = join(folder, 'TLC-0001.zip')
  writeFileSync(file, await packageOf(signer))
})

async function packageOf(by: Signer | null): Promise<Buffer> {
  const manifestOf = (files: readonly PackagedFile[]): Manifest => ({
    ...{ format: 'greenwave-evidence', version: 1, files: [...files], gaps: [], gapCount: 1 },
    device: { id: 'd', name: 'TLC-0001', label: 'Bảy Hiền \u001b[2J', type: 'default' },
    span: {
      from: '2026-11-22T07:16:00+07:00',
      until: '2026-11-22T07:17:00+07:00',
      fromMs: 1,
      untilMs: 2,
      timeZone: 'Z',
    },
    seconds: { total: 60, sampled: 58, rebuilt: 0, missing: 2 },
    made: { at: '2026-11-22T08:00:00+07:00', by: 'admin@greenwave.test', software: 'Greenwave 0.1.0' },
    remarks: ['The clock of the platform was doubtful.'],
    signer: by && { installation: by.installation, publicKey: by.publicKey, fingerprint: by.fingerprint },
  })
  const events = { name: 'events.csv', text: () => ['at,kind\r\n'], rows: () => 0 }
  const chunks: Uint8Array[] = []
  for await (const chunk of writePackage([events], manifestOf, by)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('greenwave verify', () => {
  test('says of a whole package who made it and when, and ends with 0', async () => {
    const { code, stdout } = await runGreenwaveHere(['verify', file, '--key', signer.publicKey])
    expect(code).toBe(0)
    expect(stdout).toContain('is whole')
    for (const said of [
      'TLC-0001',
      'admin@greenwave.test',
      '58 from samples',
      '2 missing in 1 gap\n',
      signer.fingerprint,
      'was doubtful',
    ]) {
      expect(stdout).toContain(said)
    }
    expect(stdout).not.toContain('\u001b')
  })

  test('names what was changed, and ends with 1', async () => {
    const changed = await packageOf(signer)
    changed.write('!', changed.indexOf('events.csv') + 12)
    const other = join(folder, 'changed.zip')
    writeFileSync(other, changed)
    const { code, stdout } = await runGreenwaveHere(['verify', other])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^CHANGED {2}(events\.csv|changed\.zip) /m)
  })

  test('refuses a package that another key signed, and one that nobody signed unless that is allowed', async () => {
    const args = ['verify', file, '--json', '--fingerprint', '0'.repeat(64)]
    const another = await runGreenwaveHere(args)
    expect([another.code, JSON.parse(another.stdout)]).toMatchObject([1, { ok: false, findings: [] }])
    const unsigned = join(folder, 'unsigned.zip')
    writeFileSync(unsigned, await packageOf(null))
    const [refused, allowed] = [
      await runGreenwaveHere(['verify', unsigned]),
      await runGreenwaveHere(['verify', unsigned, '--allow-unsigned']),
    ]
    expect([refused.code, allowed.code]).toEqual([1, 0])
    expect(refused.stdout).toMatch(/^UNSIGNED it has no signature/m)
    expect(refused.stdout).not.toContain('CHANGED')
    const inWords = await runGreenwaveHere(['verify', file, '--fingerprint', '0'.repeat(64)])
    expect(inWords.stdout).toMatch(/^SIGNER {3}another key signed it/)
    expect(inWords.stdout).not.toContain('CHANGED')
  })

  test('ends with 2 for a file that is not there, and for a fingerprint that is none', async () => {
    const [missing, wrong] = [
      await runGreenwaveHere(['verify', join(folder, 'nothing.zip')]),
      await runGreenwaveHere(['verify', file, '--fingerprint', 'abc']),
    ]
    expect([missing.code, wrong.code]).toEqual([2, 2])
    expect(missing.stderr).toContain('nothing.zip: cannot be read')
    expect(wrong.stderr).toContain('--fingerprint is "abc"')
  })
})
