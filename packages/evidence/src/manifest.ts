/** Manifest of an evidence package: `manifest.json`. docs/evidence.md explains each member. */
import { isoTime } from '@greenwave/controller/isoTime'
import * as z from 'zod/mini'

/** Names inside a package. */
export const MANIFEST_FILE = 'manifest.json'
export const SIGNATURE_FILE = 'signature.json'

/**
 * The most bytes of all files that a manifest lists: 1 GiB. The seconds of 31 days have 0.5 GiB at most, what else
 * happened some megabytes. None with more is made, and none is unpacked, since three megabytes can hold gigabytes.
 */
export const MOST_PACKAGE_BYTES = 1024 ** 3

/** Gaps that a manifest lists; of more it says how many there are. */
export const MOST_GAPS = 1000

const Count = z.int().check(z.nonnegative())
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Names are checked strictly, so that no manifest can name a file outside its folder. */
const FileName = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/))

const PackagedFile = z.object({
  name: FileName,
  bytes: Count,
  sha256: Hash,
  /** Rows without the heading; null for a file that has none. */
  rows: z.nullable(Count),
})
/** A file of a package. */
export type PackagedFile = z.infer<typeof PackagedFile>

const Gap = z.object({ from: z.string(), until: z.string(), seconds: Count })

const Manifest = z.object({
  format: z.literal('greenwave-evidence'),
  version: z.literal(1),
  device: z.object({ id: z.string(), name: z.string(), label: z.string(), type: z.string() }),
  span: z.object({
    from: z.string(),
    until: z.string(),
    fromMs: z.int(),
    untilMs: z.int(),
    /** The zone of all times without another one, such as `Asia/Ho_Chi_Minh (+07:00)`. */
    timeZone: z.string(),
  }),
  /** Seconds of the span, where they come from, and those in which a display hides which lamp of a phase was lit. */
  seconds: z.object({ total: Count, sampled: Count, rebuilt: Count, missing: Count, notShown: z.optional(Count) }),
  /** The first of them, the oldest first, and how many there are. */
  gaps: z.array(Gap).check(z.maxLength(MOST_GAPS)),
  gapCount: Count,
  files: z.array(PackagedFile).check(z.minLength(1), z.maxLength(50)),
  made: z.object({ at: z.string(), by: z.string(), software: z.string() }),
  /** Remarks for the reader, in sentences. */
  remarks: z.array(z.string()),
  /** Key that signed the package; null if unsigned. */
  signer: z.nullable(z.object({ installation: z.string(), publicKey: z.string(), fingerprint: z.string() })),
})
/** Manifest of a package. Times are ISO 8601. */
export type Manifest = z.infer<typeof Manifest>

/** Returns a manifest as the text of its file. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Returns the manifest that a file holds; undefined if it holds none that this release can read. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const read = Manifest.safeParse(JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** Returns the name of a package: `TLC-0001-20261122-071600.evidence.zip`. Letters other than ASCII are left out. */
export function evidenceFileName(deviceName: string, fromMs: number): string {
  const plain = deviceName.normalize('NFD').replaceAll(/[^\w.-]+/g, '')
  const time = isoTime(fromMs).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return `${plain.replace(/^[.-]+/, '').slice(0, 60) || 'junction'}-${time}.evidence.zip`
}
