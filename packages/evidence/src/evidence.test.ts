import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EIGHT } from '@greenwave/observer/testing/scene'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { evidencePackage } from './evidence.ts'
import { createSignerKey, type Signer, signerOf } from './signer.ts'
import { KeptHistory } from './testing/keptHistory.ts'
import { verifyPackage } from './verify.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-evidence-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function fileOf(history: KeptHistory, signer: Signer | null, madeBeforeMs?: number): Promise<string> {
  const file = join(folder, 'evidence.zip')
  const chunks: Uint8Array[] = []
  const bytes = evidencePackage({
    ...{ source: history.source, signer, remarks: ['A remark.'], madeBeforeMs },
    device: { id: 'a', name: 'TLC-0001', label: '', type: 'default' },
    notes: { phaseNames: ['Lê Lợi', undefined, '=1+1'], displays: undefined },
    span: { fromMs: EIGHT, untilMs: EIGHT + 600_000 },
    made: { atMs: EIGHT + 3_600_000, by: 'admin@city.test', software: 'Greenwave 0.1.0' },
  })
  for await (const chunk of bytes) chunks.push(chunk)
  writeFileSync(file, Buffer.concat(chunks))
  return file
}

async function textIn(file: string, name: string): Promise<string> {
  const zip = await yauzl.openPromise(file, { lazyEntries: true })
  for await (const entry of zip.eachEntry())
    if (entry.fileName === name) return text(await zip.openReadStreamPromise(entry))
  return ''
}

async function namesIn(file: string): Promise<readonly string[]> {
  const names: string[] = []
  const zip = await yauzl.openPromise(file, { lazyEntries: true })
  for await (const { fileName } of zip.eachEntry()) names.push(fileName)
  return names
}

test('evidence holds what there is of a span, says what is missing, and is whole', async () => {
  const history = new KeptHistory(900, (second) => (second >= 100 && second < 110) || second === 500)
  const signer = signerOf('5f0c', createSignerKey())
  const file = await fileOf(history, signer)
  const { manifest, findings, signer: by } = await verifyPackage(file)
  expect([findings, by?.fingerprint]).toEqual([[], signer.fingerprint])
  expect(manifest).toMatchObject({
    seconds: { total: 600, sampled: 589, rebuilt: 0, missing: 11 },
    gapCount: 2,
    gaps: [
      { from: '2026-11-22T08:01:40+07:00', until: '2026-11-22T08:01:50+07:00', seconds: 10 },
      { from: '2026-11-22T08:08:20+07:00', seconds: 1 },
    ],
    remarks: ['A remark.'],
    made: { at: '2026-11-22T09:00:00+07:00', by: 'admin@city.test' },
  })
  expect(manifest?.files.map(({ name, rows }) => [name, rows])).toEqual([
    ['seconds.csv', 600],
    ['cycles.csv', expect.any(Number)],
    ['events.csv', 0],
    ['settings.csv', expect.any(Number)],
    ['changes.csv', 0],
    ['phases.csv', 3],
    ['README.txt', null],
  ])
  expect(await namesIn(file)).toEqual([
    ...(manifest?.files ?? []).map(({ name }) => name),
    'manifest.json',
    'signature.json',
  ])
  // A name that looks like a formula is text in a table, too.
  expect(await textIn(file, 'phases.csv')).toBe("phase,name\r\n1,Lê Lợi\r\n2,\r\n3,'=1+1\r\n")
})

test('evidence of a platform that keeps no history is a package all the same, and says that nothing is known', async () => {
  const history = new KeptHistory(0)
  const { manifest, findings } = await verifyPackage(await fileOf(history, null))
  expect(findings).toEqual([])
  expect(manifest).toMatchObject({ seconds: { total: 600, missing: 600 }, gapCount: 1, signer: null })
  expect(manifest?.remarks).toContain('This package is not signed.')
})

test('evidence of a sample city names when its records end, in the zone of all times', async () => {
  const remarksOf = async (madeBeforeMs: number) =>
    (await verifyPackage(await fileOf(new KeptHistory(0), null, madeBeforeMs))).manifest?.remarks.join()
  expect(await remarksOf(EIGHT + 1000)).toContain('before 2026-11-22T08:00:01+07:00 were made for a sample city')
  expect(await remarksOf(EIGHT)).not.toContain('sample city')
})
