/** @file Long: every part of a package, each changed once. */
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { MOST_EVIDENCE_MS } from '@greenwave/contract/wire/evidence'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { type Manifest, MOST_PACKAGE_BYTES, type PackagedFile } from './manifest.ts'
import { LONGEST_END, parseSeal } from './seal.ts'
import { createSignerKey, parsePublicKey, publicPem, type Signer, signerOf } from './signer.ts'
import { secondsTable } from './tables/seconds.ts'
import { csvLines } from './tables/table.ts'
import { verifyPackage } from './verify.ts'
import { type FileToPack, writePackage } from './writePackage.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-evidence-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const signer = signerOf('an installation', createSignerKey())

const SECONDS = Array.from({ length: 300 }, (_, n) => `2026-11-22T07:16:${n},green,${n % 90},red,12\r\n`)
const FILES: readonly FileToPack[] = [
  { name: 'seconds.csv', text: () => SECONDS, rows: () => SECONDS.length },
  { name: 'events.csv', text: () => ['at,kind\r\n', 'x,incident\r\n'], rows: () => 1 },
  { name: 'README.txt', text: () => ['An empty line follows.\n\n'], rows: () => null },
]

/** Packs to a thousandth. */
const LONG: FileToPack = {
  name: 'long.csv',
  text: () => Array.from({ length: 64 }, () => 'x'.repeat(65_536)),
  rows: () => 1,
}

function manifestOf(files: readonly PackagedFile[], by: Signer | null): Manifest {
  return {
    ...{ format: 'greenwave-evidence', version: 1 },
    device: { id: 'd', name: 'TLC-0001', label: 'Ngã tư Bảy Hiền', type: 'default' },
    span: { from: 'a', until: 'b', fromMs: 1, untilMs: 2, timeZone: 'Asia/Ho_Chi_Minh (+07:00)' },
    seconds: { total: 3, sampled: 1, rebuilt: 1, missing: 1 },
    gaps: [{ from: 'a', until: 'b', seconds: 1 }],
    ...{ gapCount: 1, files: [...files], remarks: [] },
    made: { at: '2026-11-22T08:00:00Z', by: 'admin@greenwave.test', software: 'Greenwave 0.1.0' },
    signer: by && { installation: by.installation, publicKey: by.publicKey, fingerprint: by.fingerprint },
  }
}

async function packed(
  by: Signer | null = signer,
  files = FILES,
  listed = (all: readonly PackagedFile[]): readonly PackagedFile[] => all,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writePackage(files, (all) => manifestOf(listed(all), by), by)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Returns a ZIP file whose directory names its only file several times. */
function namesOfOneFile(names: number, { bytes, method }: { readonly bytes: number; readonly method: number }): Buffer {
  const data = Buffer.alloc(bytes, 'x')
  const header = (signature: number, length: number, sizesAt: number) => {
    const head = Buffer.alloc(length)
    head.writeUInt32LE(signature, 0)
    head.writeUInt16LE(method, sizesAt - 10)
    head.writeUInt32LE(crc32(data), sizesAt - 4)
    head.writeUInt32LE(bytes, sizesAt)
    head.writeUInt32LE(bytes, sizesAt + 4)
    head.writeUInt16LE(1, sizesAt + 8)
    return head
  }
  const file = Buffer.concat([header(0x04034b50, 30, 18), Buffer.from('a'), data])
  const directory = Array.from({ length: names }, () => [header(0x02014b50, 46, 20), Buffer.from('a')]).flat()
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(names, 8)
  end.writeUInt16LE(names, 10)
  end.writeUInt32LE(names * 47, 12)
  end.writeUInt32LE(file.length, 16)
  return Buffer.concat([file, ...directory, end])
}

async function verdictOf(bytes: Uint8Array) {
  const file = join(folder, 'evidence.zip')
  writeFileSync(file, bytes)
  return verifyPackage(file)
}

/** Returns the files of a package. */
async function unpacked(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}

async function verdictOfFolder(files: ReadonlyMap<string, Uint8Array>) {
  const into = mkdtempSync(join(folder, 'unpacked-'))
  for (const [name, content] of files) writeFileSync(join(into, name), content)
  return { into, verdict: await verifyPackage(into) }
}

const namesOf = ({ findings }: Awaited<ReturnType<typeof verifyPackage>>) => findings.map(({ file }) => file)

describe('a package', () => {
  test('that nobody changed is whole, packed and unpacked, and says who signed it', async () => {
    const bytes = await packed()
    const by = { publicKey: signer.publicKey, fingerprint: signer.fingerprint }
    expect(await verdictOf(bytes)).toMatchObject({
      findings: [],
      signer: by,
      manifest: { device: { name: 'TLC-0001' } },
    })
    const files = await unpacked(bytes)
    expect([...files.keys()]).toEqual(['seconds.csv', 'events.csv', 'README.txt', 'manifest.json', 'signature.json'])
    expect(files.get('seconds.csv')?.toString()).toBe(SECONDS.join(''))
    expect((await verdictOfFolder(files)).verdict).toMatchObject({ findings: [], signer: by })
  })

  test('of the same content is the same bytes', async () => {
    expect((await packed()).equals(await packed())).toBe(true)
  })

  test('with one byte changed anywhere is refused', async () => {
    const bytes = await packed()
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const changed = Buffer.from(bytes)
        changed[place] = (changed[place] ?? 0) ^ change
        expect((await verdictOf(changed)).findings).not.toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('has no spare bits at its end', async () => {
    const bytes = await packed()
    const fits = (end: Buffer): boolean => {
      const seal = parseSeal(end, bytes.length)
      return seal?.fits(createHash('sha256').update(bytes.subarray(0, seal.from))) ?? false
    }
    const end = bytes.subarray(-LONGEST_END)
    expect(fits(end)).toBe(true)
    for (let bit = 22 * 8; bit < end.length * 8; bit += 1) {
      const changed = Buffer.from(end)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect([bit, fits(changed)]).toEqual([bit, false])
    }
  })

  test('that was unpacked names the file of which a byte was changed', async () => {
    const files = await unpacked(await packed())
    const anyPlace = fc.record({
      name: fc.constantFrom(...files.keys()),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      change: fc.integer({ min: 1, max: 255 }),
    })
    await fc.assert(
      fc.asyncProperty(anyPlace, async ({ name, at, change }) => {
        const content = Buffer.from(files.get(name) ?? '')
        const place = Math.floor(at * content.length)
        content[place] = (content[place] ?? 0) ^ change
        expect(namesOf((await verdictOfFolder(new Map([...files, [name, content]]))).verdict)).toContain(name)
      }),
      { numRuns: 40 },
    )
  })

  test('names a file of which a line was removed or added, one that is missing, and one that was added', async () => {
    const files = await unpacked(await packed())
    const lines = SECONDS.toSpliced(41, 1).join('')
    const changed = await verdictOfFolder(new Map([...files, ['seconds.csv', Buffer.from(lines)]]))
    expect(changed.verdict.findings).toMatchObject([
      { file: 'seconds.csv', problem: expect.stringContaining('bytes in place of') },
    ])
    const { into } = await verdictOfFolder(files)
    appendFileSync(join(into, 'events.csv'), 'y,incident\r\n')
    expect(namesOf(await verifyPackage(into))).toEqual(['events.csv'])
    rmSync(join(into, 'events.csv'))
    writeFileSync(join(into, 'more.csv'), 'x')
    mkdirSync(join(into, 'deeper'))
    symlinkSync('/dev/zero', join(into, 'endless'))
    expect(namesOf(await verifyPackage(into)).sort()).toEqual(['deeper', 'endless', 'events.csv', 'more.csv'])
    for (const name of ['manifest.json', 'signature.json']) {
      const without = new Map([...files].filter(([other]) => other !== name))
      expect(namesOf((await verdictOfFolder(without)).verdict)).toContain(name)
    }
  })

  test('that another key signed anew is another signer, and a mixed one is refused', async () => {
    const other = signerOf('another', createSignerKey())
    const bytes = await packed(other)
    const verdict = await verdictOf(bytes)
    expect([verdict.findings, verdict.signer?.fingerprint]).toEqual([[], other.fingerprint])
    const mixed = new Map([
      ...(await unpacked(await packed())),
      ['signature.json', (await unpacked(bytes)).get('signature.json') ?? Buffer.of()],
    ])
    expect(namesOf((await verdictOfFolder(mixed)).verdict)).toEqual(['manifest.json'])
  })

  test('that nobody signed says so, and is still checked against damage', async () => {
    const bytes = await packed(null)
    expect(await verdictOf(bytes)).toMatchObject({ findings: [], signer: null })
    bytes[bytes.length - 300] = (bytes[bytes.length - 300] ?? 0) ^ 1
    expect((await verdictOf(bytes)).findings).not.toEqual([])
  })

  test('that was cut short, is empty, or is another file, is refused without failing', async () => {
    const bytes = await packed()
    for (const other of [
      bytes.subarray(0, bytes.length - 1),
      bytes.subarray(0, 900),
      Buffer.of(),
      Buffer.from('text'),
    ]) {
      expect(namesOf(await verdictOf(other))).toContain('evidence.zip')
    }
    await expect(verifyPackage(join(folder, 'nothing'))).rejects.toThrow(/ENOENT/)
  })

  test.each([
    ['many names that cannot be unpacked', namesOfOneFile(300, { bytes: 1, method: 99 })],
    ['one file under two names', namesOfOneFile(2, { bytes: 10_000, method: 0 })],
  ])('of %s is not unpacked again and again', async (_what, bytes) => {
    const { findings } = await verdictOf(bytes)
    expect(findings).toContainEqual({ file: 'evidence.zip', problem: expect.stringContaining('several names') })
    expect(findings.length).toBeLessThan(110)
  })

  test('names what its manifest lists otherwise, or not at all, without unpacking it', async () => {
    const listed = (files: readonly PackagedFile[]) =>
      files.filter(({ name }) => name !== 'events.csv').map((file) => ({ ...file, bytes: file.bytes - 1 }))
    const bytes = await packed(signer, FILES.slice(0, 2), listed)
    // Whoever unpacks one of them fails: its packed bytes begin with a block of a kind that there is none of.
    for (const { name } of FILES.slice(0, 2)) bytes[bytes.indexOf(name) + name.length] = 0xff
    const length = SECONDS.join('').length
    expect((await verdictOf(bytes)).findings).toEqual([
      { file: 'events.csv', problem: 'was added' },
      { file: 'seconds.csv', problem: `was changed: it has ${length} bytes in place of ${length - 1}` },
    ])
  })

  test('whose archive says a shorter length than a file unpacks to is unpacked no further', async () => {
    const bytes = await packed(signer, [LONG], (files) => files.map((file) => ({ ...file, bytes: 1000 })))
    // The directory of the archive, which names each file a second time, says the listed length, too.
    bytes.writeUInt32LE(1000, bytes.lastIndexOf(LONG.name) - 46 + 24)
    const [finding] = (await verdictOf(bytes)).findings
    expect(finding).toMatchObject({ file: LONG.name, problem: expect.stringContaining('expected 1000. got at least') })
    expect(Number(/at least (\d+)/.exec(finding?.problem ?? '')?.[1])).toBeLessThan(100_000)
  })

  test('that lists more bytes than a package has is not unpacked', async () => {
    const listed = (files: readonly PackagedFile[]) =>
      files.map((file) => ({ ...file, bytes: file.name === 'seconds.csv' ? MOST_PACKAGE_BYTES : file.bytes }))
    const { findings } = await verdictOf(await packed(signer, FILES, listed))
    expect(findings).toEqual([
      {
        file: 'manifest.json',
        problem: expect.stringMatching(/^lists 10\d{8} bytes, .+ at most 1073741824: .+ shorter/),
      },
    ])
  })

  test('with a manifest that never ends is read no further than a manifest may be long', async () => {
    const { verdict } = await verdictOfFolder(new Map([['manifest.json', Buffer.alloc(4 * 1024 * 1024 + 1, ' ')]]))
    expect(verdict).toMatchObject({
      manifest: undefined,
      findings: [{ file: 'manifest.json', problem: expect.stringContaining('after the 4194304 bytes') }],
    })
  })

  test('whose archive or folder is too large for one is not read', async () => {
    const file = join(folder, 'large.zip')
    writeFileSync(file, await packed())
    truncateSync(file, 1_181_116_006)
    expect((await verifyPackage(file)).findings).toEqual([
      {
        file: 'large.zip',
        problem: expect.stringMatching(/^has 1181116006 bytes, and a package has at most 1090519040/),
      },
    ])
    const { verdict } = await verdictOfFolder(
      new Map(Array.from({ length: 101 }, (_, nth) => [`${nth}.csv`, Buffer.of()])),
    )
    expect(verdict.findings.at(0)?.problem).toMatch(/^has 101 files: unpack the package into a folder of its own/)
  })

  test('of the longest span fits, with the longest row for each of its seconds', () => {
    const ms = Date.parse('2026-11-22T00:16:22.123Z')
    const widest = secondsTable({ withMissing: true }).columns.map(({ name, type }) => {
      if (type === 'moment') return ms
      return type === 'whole' ? 99_999 : name === 'source' ? 'samples' : 'red+yellow+green'
    })
    const row = Buffer.byteLength(csvLines(secondsTable({ withMissing: true }).columns, [widest]))
    expect((MOST_EVIDENCE_MS / 1000) * row).toBeLessThan(0.7 * MOST_PACKAGE_BYTES)
  })

  test('that grows beyond what a package has is not made, and says with which file', async () => {
    const bytes = writePackage(FILES, (files) => manifestOf(files, signer), signer, SECONDS.join('').length + 20)
    const taken = async (): Promise<void> => {
      for await (const _ of bytes);
    }
    await expect(taken()).rejects.toThrow(/^With events\.csv the package has more than \d+ bytes: ask for/)
  })

  test('whose files fail while it is written breaks off with their error', async () => {
    const failing: FileToPack = {
      name: 'seconds.csv',
      *text() {
        yield 'a\r\n'
        throw new Error('the history is gone')
      },
      rows: () => 1,
    }
    await expect(packed(signer, [failing])).rejects.toThrow('the history is gone')
  })

  test('that nobody takes to its end ends the reading of its files', async () => {
    let isEnded = false
    const endless: FileToPack = {
      name: 'seconds.csv',
      async *text() {
        try {
          for (let row = 0; ; row += 1) yield `${Math.sin(row)}\r\n`.repeat(1000)
        } finally {
          isEnded = true
        }
      },
      rows: () => 1,
    }
    for await (const chunk of writePackage([endless], (all) => manifestOf(all, signer), signer)) {
      if (chunk.length > 0) break
    }
    await expect.poll(() => isEnded).toBe(true)
  })
})

test('a public key is read as its bytes or as PEM, and nothing else', () => {
  expect(parsePublicKey(` ${signer.publicKey}\n`)).toBe(signer.publicKey)
  expect(parsePublicKey(publicPem(signer.publicKey))).toBe(signer.publicKey)
  expect(parsePublicKey('a key')).toBeUndefined()
  expect(signer.fingerprint).toMatch(/^([0-9a-f]{4}:){15}[0-9a-f]{4}$/)
})
