/**
 * @file `node scripts/serverBundle.mjs FOLDER`: joins the sources of all programs, with their packages, into few
 * JavaScript files in `FOLDER/server`. A release starts them: a thousand files and the removal of types take half of a
 * start. They are readable, and name the source of each part; equal sources give equal bytes.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import process from 'node:process'
import { rolldown } from 'rolldown'
import { INSTALLED_WORKSPACES, isServerSource, productFiles } from './lib/productFiles.mjs'
import { ROOT } from './lib/root.mjs'
import { runMain, Stop } from './lib/say.mjs'
import { packageOf, shippedPackages } from './lib/shippedPackages.mjs'

const FOLDER = 'server'
/** Files that are started by name: by the launcher, by units of systemd, by hand. In a release they start the joined ones. */
const STARTED = ['scripts/greenwave.mjs', 'apps/platform/src/main.ts', 'apps/cli/src/main.ts']
/** Packages that are native, or find files of their own while they run. */
const SEPARATE = ['@node-rs/argon2', 'jsonc-parser', '@fastify/swagger', '@fastify/swagger-ui', 'pino']
/** Finds files of its own while it runs. */
const FINDS_FILES = /\b__dirname\b|\brequire\(["']\./

/** The address of a source, or that of another one, such as the script of a thread, which becomes a joined file of its own. */
const ADDRESS = /new URL\(\s*'(\.{1,2}\/[^']+)\.ts',\s*import\.meta\.url,?\s*\)|import\.meta\.url/g
/** An import of one of the sources of a folder. */
const CHOICE = /import\(`(\.\/[^`$]*\/)\$\{(\w+)\}\.ts`\)/g

/** Returns the path of a file in the repository, with slashes. */
const pathOf = (file) => relative(ROOT, file).replaceAll(sep, '/')

/** Returns the name of a joined file: apps/platform/src/store/entityWorker.ts is platform-store-entityWorker.js. */
const joinedName = (path) =>
  `${path
    .replace(/\.\w+$/, '')
    .split('/')
    .filter((part, i) => i > 0 && part !== 'src')
    .join('-')}.js`

/** Lists the sources that start a program or a thread. */
function startedSources() {
  const named = productFiles(ROOT)
    .filter(isServerSource)
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(ADDRESS)]
        .filter(([, name]) => name !== undefined)
        .map(([, name]) => posix.join(posix.dirname(path), `${name}.ts`)),
    )
  return [...new Set([...STARTED, ...named])]
}

/** Adapts a source to its new place: the files that it names by its own address are where they are in the repository. */
function moved(code, path) {
  const folder = posix.dirname(path)
  return code
    .replaceAll(ADDRESS, (_, name) =>
      name === undefined
        ? `new URL('../${path}', import.meta.url).href`
        : `new URL('./${joinedName(posix.join(folder, `${name}.ts`))}', import.meta.url)`,
    )
    .replaceAll(CHOICE, (_, place, name) => {
      const files = readdirSync(join(ROOT, folder, place)).filter((file) => /^[^.]+\.ts$/.test(file))
      const imports = files.toSorted().map((file) => `'${file}': () => import('${place}${file}')`)
      return `({ ${imports.join(', ')} })[${name} + '.ts']()`
    })
}

/** Refuses packages that would not find their files. */
function expectWhole(modules) {
  const broken = Object.entries(modules).filter(([, { code }]) => FINDS_FILES.test(code ?? ''))
  if (broken.length > 0)
    throw new Stop(
      `These find files of their own, so their packages belong in SEPARATE: ${broken.map(([file]) => file).join(', ')}`,
    )
}

/** Refuses packages that the list of packages of a product lacks. */
function expectShipped(files) {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const shipped = new Set([...shippedPackages(lock, ['', ...INSTALLED_WORKSPACES])].map(packageOf))
  const names = files
    .filter((file) => file.startsWith(ROOT) && file.includes('/node_modules/'))
    .map((file) => /^(?:@[^/]+\/)?[^/]+/.exec(packageOf(pathOf(file)))?.[0])
  const missing = [...new Set(names)].filter((name) => !shipped.has(name))
  if (missing.length > 0)
    throw new Stop(`No product has these packages, which its programs import: ${missing.join(', ')}`)
}

await runMain(async () => {
  const [target] = process.argv.slice(2)
  if (target === undefined) throw new Stop('give the folder of a product', 2)
  const bundle = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: Object.fromEntries(startedSources().map((path) => [joinedName(path).slice(0, -3), path])),
    external: [/\.node$/, ...SEPARATE.map((name) => new RegExp(`^${name}(?:/|$)`))],
    plugins: [
      {
        name: 'moved',
        transform: {
          filter: { id: /\.(?:ts|mjs)$/, code: /import\.meta\.url|import\(`/ },
          handler: (code, id) => (isServerSource(pathOf(id)) ? moved(code, pathOf(id)) : undefined),
        },
      },
    ],
    onLog(level, log) {
      if (level === 'warn') throw new Stop(log.message)
    },
  })
  const { output } = await bundle.write({
    dir: join(resolve(target), FOLDER),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    keepNames: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  await bundle.close()
  const chunks = output.filter(({ type }) => type === 'chunk')
  for (const { modules } of chunks) expectWhole(modules)
  expectShipped(chunks.flatMap(({ moduleIds }) => moduleIds))
  for (const path of STARTED) {
    const file = join(target, path)
    mkdirSync(dirname(file), { recursive: true })
    const up = '../'.repeat(path.split('/').length - 1)
    writeFileSync(file, `import '${up}${FOLDER}/${joinedName(path)}'\n`)
  }
})
