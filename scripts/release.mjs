/**
 * @file `npm run release [-- TAG] [--key FILE] [--out FOLDER] [--arch x64]`: builds a release from a tag, or for a trial
 * from the commit that is checked out; never from files that are not committed. Two builds of one commit are equal to
 * the byte. `--image FOLDER` only makes the folder of a product from this working tree, for a container.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { DEBIAN_ARCH, writeDebianPackage } from './lib/debianPackage.mjs'
import { environmentWith } from './lib/node24.mjs'
import { createProductImage, writeImageFile } from './lib/productImage.mjs'
import { KEY_FILE, readReleaseKey, releaseName, SIGNATURE_FILE, SUMS_FILE, writeSums } from './lib/releaseFiles.mjs'
import { ROOT } from './lib/root.mjs'
import { runMain, Stop, say } from './lib/say.mjs'
import { sbomOf } from './lib/sbomOf.mjs'
import { runStep } from './lib/step.mjs'
import { setTimes, writeTarball } from './lib/tarball.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    out: { type: 'string' },
    arch: { type: 'string', multiple: true, default: Object.keys(DEBIAN_ARCH) },
    image: { type: 'string' },
  },
})

function git(...words) {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Stop(`git ${words[0]} failed: ${stderr.trim()}`, 2)
  return stdout.trim()
}

/** Writes the files of a commit into a folder. */
function exportCommit(commit, folder) {
  const archive = join(folder, '..', 'source.tar')
  git('archive', '--format=tar', `--output=${archive}`, commit)
  const { status } = spawnSync('tar', ['-xf', archive, '-C', folder])
  if (status !== 0) throw new Stop('tar could not unpack the commit')
}

async function runIn(folder, command, args) {
  const env = { ...environmentWith(process.execPath), NODE_ENV: '' }
  if ((await runStep(command, args, { cwd: folder, env, stdio: ['ignore', 2, 2] })) !== 0) {
    throw new Stop(`${command} ${args.join(' ')} failed`)
  }
}

async function release(tag) {
  const key = values.key === undefined ? undefined : readReleaseKey(values.key)
  const commit = git('rev-parse', `${tag ?? 'HEAD'}^{commit}`)
  const epoch = Number(git('show', '-s', '--format=%ct', commit))
  const work = mkdtempSync(join(tmpdir(), 'greenwave-release-'))
  try {
    const source = join(work, 'source')
    mkdirSync(source)
    exportCommit(commit, source)
    const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
    const name = releaseName({ tag, version, commit })
    const out = resolve(values.out ?? join(ROOT, 'dist', 'release', name))
    mkdirSync(out, { recursive: true })
    if (readdirSync(out).length > 0)
      throw new Stop(`${out} is not empty: name another folder with --out, or empty it.`, 2)
    say(`Release ${name} of commit ${commit}`)
    await runIn(source, 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'])
    await runIn(source, process.execPath, ['scripts/run.mjs', 'build'])

    const sbom = `greenwave-${name}.cdx.json`
    const files = [sbom]
    const made = new Date(epoch * 1000)
    writeImageFile(out, sbom, sbomOf(source, made))
    for (const arch of values.arch) {
      say(`Packing for ${arch} ...`)
      const image = join(work, `greenwave-${name}`)
      createProductImage(source, image, arch)
      writeImageFile(image, 'release.json', { name, version, commit, made: made.toISOString(), arch })
      if (key) writeImageFile(image, KEY_FILE, key.publicPem)
      setTimes(image, epoch)
      const tarball = `greenwave-${name}-linux-${arch}.tar.gz`
      await writeTarball(image, join(out, tarball), epoch)
      const deb = `greenwave_${name}_${DEBIAN_ARCH[arch]}.deb`
      writeDebianPackage({ image, work: join(work, 'deb'), file: join(out, deb), arch, version: name, epoch })
      rmSync(image, { recursive: true })
      files.push(tarball, deb)
    }
    writeSums(out, files, key)
    const signed = key?.sign ? `${SIGNATURE_FILE}, signed` : 'not signed: --key FILE signs it'
    say(`${out}: ${files.join(', ')}, ${SUMS_FILE} (${signed})`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

await runMain(async () => {
  if (values.image === undefined) return release(positionals[0])
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
  createProductImage(ROOT, resolve(values.image), arch, { node: false })
})
