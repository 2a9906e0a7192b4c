import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
/** Where a build is made. On the same disk, so that its files can be moved. */
const NEW_DIST = join(CONSOLE, '.cache', 'build')
const PAGE = 'index.html'
const FILE_LIST = join(CONSOLE, '.cache', 'files')
/** A build that says nothing for longer looks stuck, milliseconds. */
const HEARTBEAT_MS = 10_000
/** Everything that the build reads. */
const SOURCES = ['apps/console', 'packages', 'docs', 'package-lock.json']
const NO_SOURCES = new Set(['node_modules', 'dist', '.cache'])
const IS_TEST = /\.test\.tsx?$/

/** Builds the console unless there is a build of exactly these sources. */
export async function ensureConsoleBuilt(node) {
  const hash = sourcesHash(ROOT, SOURCES)
  const builtFrom = existsSync(STAMP) && existsSync(join(DIST, 'index.html')) ? readFileSync(STAMP, 'utf8') : undefined
  if (builtFrom === hash) return
  await buildConsole(node, hash)
}

/**
 * Builds the console and compresses its files, so that no server has to. A running server keeps all files that it
 * serves: the build is made in a folder of its own, and published when it is complete.
 */
export async function buildConsole(node, hash = sourcesHash(ROOT, SOURCES)) {
  const beganMs = performance.now()
  const seconds = () => Math.round((performance.now() - beganMs) / 1000)
  say('Building the console, once for these sources: one to two minutes.')
  const heartbeat = setInterval(() => say(`  ... ${seconds()} s`), HEARTBEAT_MS)
  try {
    rmSync(STAMP, { force: true })
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
    const env = { ...environmentWith(node), NODE_ENV: 'production' }
    const args = ['build', 'apps/console', '--logLevel', 'warn', '--outDir', NEW_DIST, '--emptyOutDir']
    const code = await runStep(node, [vite, ...args], { env, stdio: ['ignore', 2, 2] })
    if (code !== 0) throw new Stop('The console could not be built: the lines above say why.')
    say('Compressing its files ...')
    await compressFolder(NEW_DIST)
    publishBuild(NEW_DIST, DIST, FILE_LIST)
    mkdirSync(dirname(STAMP), { recursive: true })
    writeFileSync(STAMP, hash)
    say(`The console is built: ${seconds()} s.`)
  } finally {
    clearInterval(heartbeat)
  }
}

/**
 * Moves a build into the folder that is served, its page last. The files of the build before stay until the next one,
 * for servers that were started with it and for pages that are open.
 * @param {string} built is removed
 * @param {string} served
 * @param {string} list file with the names of the files of the newest build
 */
export function publishBuild(built, served, list) {
  const before = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : filesIn(served)
  const files = filesIn(built).toSorted((a, b) => Number(a === PAGE) - Number(b === PAGE))
  for (const file of files) {
    mkdirSync(dirname(join(served, file)), { recursive: true })
    // Replaces a file of the same name at once.
    renameSync(join(built, file), join(served, file))
  }
  const kept = new Set([...files, ...before])
  for (const file of filesIn(served)) if (!kept.has(file)) rmSync(join(served, file))
  mkdirSync(dirname(list), { recursive: true })
  writeFileSync(list, files.join('\n'))
  rmSync(built, { recursive: true, force: true })
}

/** Returns the files below a folder, relative to it; none if there is no such folder. */
function filesIn(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
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
