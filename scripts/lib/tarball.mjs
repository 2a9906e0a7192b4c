import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, lutimesSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Stop } from './say.mjs'

/** Sets the time of a folder and everything in it, seconds since 1970. */
export function setTimes(folder, epoch) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lutimesSync(join(entry.parentPath, entry.name), epoch, epoch)
  }
  lutimesSync(folder, epoch, epoch)
}

/**
 * Writes a folder as `.tar.gz` with GNU tar. Equal names, contents and modes give equal bytes: in the order of names,
 * owned by root, with one time (seconds since 1970), and a gzip header without name and time.
 */
export async function writeTarball(folder, file, epoch) {
  const order = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`]
  const tar = `${file}.tar`
  const words = [...order, '-cf', tar, '-C', dirname(folder), basename(folder)]
  const { status, stderr, error } = spawnSync('tar', words, {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  })
  if (status !== 0) throw new Stop(`GNU tar could not write ${file}: ${error?.message ?? stderr}`)
  await pipeline(createReadStream(tar), createGzip({ level: 9 }), createWriteStream(file))
  rmSync(tar)
}
