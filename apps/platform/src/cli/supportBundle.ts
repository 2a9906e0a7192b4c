/** @file The bundle for support: what is known of an installation as one archive, without secrets. */
import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'

/** Most bytes of one file of a bundle; the end of a longer one is kept, which of a log is the newest. */
const FILE_BYTES = 524_288
const BLOCK = 512
const HIDDEN = '(hidden)'
/** Shorter secrets would hide ordinary words; they are hidden in addresses only. */
const LEAST_LETTERS = 4

/** Credentials that no list of secrets names: accounts in addresses, tokens, keys in queries. */
const CREDENTIALS: readonly (readonly [RegExp, string])[] = [
  // Keys of S3 may have slashes.
  [/(\b[a-z][a-z\d+.-]*:\/\/)[^\s@"']+@/gi, `$1${HIDDEN}@`],
  [/\bBearer\s+[\w.~+/=-]+/gi, `Bearer ${HIDDEN}`],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN],
  [/\bAGE-SECRET-KEY-[A-Z\d]+/g, HIDDEN],
  [/([?&](?:[\w-]*(?:key|token|secret|password|signature))=)[^&\s"']+/gi, `$1${HIDDEN}`],
]

/** Removes secrets from a text, also where they are written as in JSON or in an address. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const written = secrets
    .filter((secret) => secret.length >= LEAST_LETTERS)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  // The longest first: a shorter one may be part of it.
  const ordered = written.toSorted((a, b) => b.length - a.length)
  const hidden = ordered.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  return CREDENTIALS.reduce((rest, [shape, shown]) => rest.replaceAll(shape, shown), hidden)
}

/** Lists the secrets in the values of settings: the values themselves, and the passwords in addresses. */
export function secretsIn(values: readonly string[]): string[] {
  return values.flatMap((value) => {
    const password = URL.parse(value)?.password ?? ''
    return [value, password, decoded(password)].filter((secret) => secret !== '')
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Packs texts by file name as a `.tar.gz`, without these secrets. `atMs` is the time of its files. */
export function packBundle(files: Readonly<Record<string, string>>, secrets: readonly string[], atMs: number): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(hideSecrets(text, secrets)).subarray(-FILE_BYTES)
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
    return [tarHeader(`greenwave-support/${name}`, content.length, atMs), content, padding]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]))
}

/** Returns the header of a file of a tar archive (POSIX ustar). */
function tarHeader(name: string, bytes: number, atMs: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7), 100)
  header.write(octal(bytes, 11) + octal(Math.floor(atMs / 1000), 11), 124)
  // The sum counts its own field as spaces.
  header.write(`${' '.repeat(8)}0`, 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, 148)
  return header
}
