import { readFileSync } from 'node:fs'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { print } from '@greenwave/client/program/terminal'
import { counted } from '@greenwave/contract/text'
import type { Manifest } from '@greenwave/evidence/manifest'
import { fingerprintOf, parsePublicKey } from '@greenwave/evidence/signer'
import { type Verdict, verifyPackage } from '@greenwave/evidence/verify'
import { Command } from 'commander'
import { refusalOf } from './inputFile.ts'

const HELP = `
FILE is a package of evidence, or the folder into which one was unpacked. No platform is needed. docs/evidence.md says what a
package proves, and what not.

Anybody can make a package and sign it with a key of their own. Whether it was this installation shows its fingerprint alone:
keep it where no other user can change it, and give it with --fingerprint, or the key with --key (its text, or a file).
Exit codes: 0 nothing was changed, 1 something was changed, or another key or none signed it, 2 the file cannot be read.`

interface Flags {
  readonly fingerprint?: string
  readonly key?: string
  readonly allowUnsigned?: true
  readonly json?: true
}

/** Creates the command `verify`. */
export function verifyCommand(): Command {
  return new Command('verify')
    .summary('verify a package of evidence')
    .description('Shows who made a package of evidence and when, and checks that no byte of it has changed since.')
    .argument('<FILE>', 'a package of evidence, or its folder')
    .option('--fingerprint <fingerprint>', 'of the key that must have signed it')
    .option('--key <key>', 'public key that must have signed it: its text, or a file')
    .option('--allow-unsigned', 'accept an unsigned package, if it is complete')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action(async (file: string, flags: Flags) => {
      const expected = expectedFingerprint(flags)
      const verdict = await verifyPackage(file).catch((error: unknown) => {
        throw refusalOf(file)(`cannot be read (${error instanceof Error ? error.message : String(error)})`, error)
      })
      const problems = problemsOf(verdict, expected, flags.allowUnsigned === true)
      const texts = problems.map(({ text }) => text)
      if (flags.json) print(JSON.stringify({ ok: problems.length === 0, problems: texts, ...verdict }, null, 2))
      else for (const line of linesOf(file, verdict, problems, expected)) print(printable(line))
      process.exitCode = problems.length === 0 ? EXIT.ok : EXIT.failed
    })
}

/** Fingerprint that must have signed; undefined for none. @throws {CommandFailed} for an invalid key */
function expectedFingerprint({ fingerprint, key }: Flags): string | undefined {
  if (key !== undefined) {
    const read = parsePublicKey(key) ?? parsePublicKey(textOf(key))
    if (read === undefined)
      throw new CommandFailed(EXIT.usage, `--key is ${JSON.stringify(key)}: give a public key, or the file of one`)
    return fingerprintOf(read)
  }
  if (fingerprint === undefined) return undefined
  const digits = fingerprint.toLowerCase().replaceAll(/[:\s]/g, '')
  if (!/^[0-9a-f]{64}$/.test(digits)) {
    throw new CommandFailed(
      EXIT.usage,
      `--fingerprint is ${JSON.stringify(fingerprint)}: give its 64 hexadecimal digits`,
    )
  }
  return (digits.match(/.{4}/g) ?? []).join(':')
}

/** Untrusted text of a package, without control characters for the terminal. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '\uFFFD')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Something that speaks against a package. */
interface Problem {
  /** `UNSIGNED` and `SIGNER`: not one byte was changed, but the signature is not the expected one. */
  readonly mark: 'CHANGED' | 'UNSIGNED' | 'SIGNER'
  readonly text: string
}

/** Lists the reasons to reject a package. */
function problemsOf(
  { findings, signer, manifest }: Verdict,
  expected: string | undefined,
  mayBeUnsigned: boolean,
): Problem[] {
  const problems: Problem[] = findings.map(({ file, problem }) => ({ mark: 'CHANGED', text: `${file} ${problem}` }))
  if (signer && expected !== undefined && signer.fingerprint !== expected) {
    const text = `another key signed it: ${signer.fingerprint} in place of ${expected}`
    problems.push({ mark: 'SIGNER', text })
  }
  if (!signer && manifest && manifest.signer === null && (!mayBeUnsigned || expected !== undefined)) {
    problems.push({
      mark: 'UNSIGNED',
      text: 'it has no signature: its author and its integrity cannot be proved',
    })
  }
  return problems
}

function linesOf(
  file: string,
  { manifest, signer }: Verdict,
  problems: readonly Problem[],
  expected: string | undefined,
): string[] {
  const isWhole = problems.length === 0
  const lines = isWhole
    ? [`${file} is whole: nothing was changed.`]
    : problems.map(({ mark, text }) => `${mark.padEnd(8)} ${text}`)
  if (!manifest) return lines
  return [
    ...lines,
    '',
    ...(isWhole ? [] : ['What it says of itself, which nothing proves:']),
    ...manifestLines(manifest),
    ...signerLines(manifest, signer, expected),
  ]
}

function manifestLines({ device, span, seconds, gapCount, made, remarks }: Manifest): string[] {
  const { total, sampled, rebuilt, missing, notShown = 0 } = seconds
  return [
    `  Junction     ${[device.name, device.label].filter(Boolean).join(', ')} (${device.id})`,
    `  Span         ${span.from} to ${span.until}, ${span.timeZone}`,
    `  Seconds      ${total}: ${sampled} from samples, ${rebuilt} from records, ${missing} missing in ${counted(gapCount, 'gap', 'gaps')}`,
    ...(notShown > 0 ? [`  Not shown    ${hiddenText(notShown, total)}`] : []),
    `  Made         ${made.at} by ${made.by}, ${made.software}`,
    ...remarks.map((remark) => `  Remark       ${remark}`),
  ]
}

function hiddenText(notShown: number, total: number): string {
  const share = ((100 * notShown) / Math.max(1, total)).toFixed(1)
  return `in ${counted(notShown, 'second', 'seconds')} (${share} %) a display did not show which lamp of a phase was lit`
}

function signerLines({ signer: claimed }: Manifest, signer: Verdict['signer'], expected: string | undefined): string[] {
  if (!signer) return ['  Signed by    no key (unsigned)']
  const compare =
    'Compare the fingerprint with the one that you have kept of the installation: a package can be signed with any key.'
  return [
    `  Signed by    installation ${claimed?.installation ?? ''}`,
    `  Fingerprint  ${signer.fingerprint}`,
    ...(expected === undefined ? ['', compare] : []),
  ]
}
