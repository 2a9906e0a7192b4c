import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { environmentWith } from './node24.mjs'
import { ROOT } from './root.mjs'
import { Stop, say } from './say.mjs'
import { runStep } from './step.mjs'

const CONSOLE = join(ROOT, 'apps', 'console')
const DIST = join(CONSOLE, 'dist')
/** Records the hash of the sources that the build was made from. */
const STAMP = join(CONSOLE, '.cache', 'built-from')
/** Everything that the build reads. */
const SOURCES = ['apps/console', 'packages', 'package-lock.json']
const NO_SOURCES = new Set(['node_modules', 'dist', '.cache'])
const IS_TEST = /\.test\.tsx?$/

/** Builds the console unless there is a build of exactly these sources. */
export async function ensureConsoleBuilt(node) {
  const hash = sourcesHash(ROOT, SOURCES)
  const builtFrom = existsSync(STAMP) && existsSync(join(DIST, 'index.html')) ? readFileSync(STAMP, 'utf8') : undefined
  if (builtFrom === hash) return
  await buildConsole(node, hash)
}

/** Builds the console and compresses its files, so that no server has to. */
export async function buildConsole(node, hash = sourcesHash(ROOT, SOURCES)) {
  say('Building the console ...')
  rmSync(STAMP, { force: true })
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const env = { ...environmentWith(node), NODE_ENV: 'production' }
  const code = await runStep(node, [vite, 'build', 'apps/console', '--logLevel', 'warn'], {
    env,
    stdio: ['ignore', 2, 2],
  })
  if (code !== 0) throw new Stop('The console could not be built: the lines above say why.')
  await compressFolder(DIST)
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, hash)
}

/**
 * Returns one hash of the names and contents of all files of these paths, except tests.
 * @param {string} root
 * @param {readonly string[]} paths files or folders, relative to the root
 */
export function sourcesHash(root, paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(join(root, path))).toSorted((a, b) => (a < b ? -1 : 1))) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file)}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
  return entries.flatMap((entry) => {
    if (NO_SOURCES.has(entry.name) || IS_TEST.test(entry.name)) return []
    const child = join(path, entry.name)
    return entry.isDirectory() ? filesBelow(child) : [child]
  })
}

/** Compressing smaller files would save no network packet. */
const WORTH_COMPRESSING_BYTES = 1024

async function compressFolder(folder) {
  const names = await readdir(folder, { recursive: true })
  const texts = names.filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name))
  await Promise.all(
    texts.map(async (name) => {
      const file = join(folder, name)
      const content = await readFile(file)
      if (content.length < WORTH_COMPRESSING_BYTES) return
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
