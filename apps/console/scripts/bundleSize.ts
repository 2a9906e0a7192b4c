/**
 * Measures how much JavaScript each view of the built console loads before it can be used, gzipped as a server would
 * send it. Run it after `vite build`. It prints a table, and exits with 1 when a view exceeds its budget.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as z from 'zod/mini'

const Manifest = z.record(
  z.string(),
  z.looseObject({ file: z.string(), imports: z.optional(z.array(z.string())), isEntry: z.optional(z.boolean()) }),
)
type Manifest = z.infer<typeof Manifest>

interface View {
  readonly name: string
  /**
   * Modules besides the entry that the view loads on demand, all at once. Maps and dialogs come later and do not count.
   */
  readonly modules: readonly string[]
  readonly budgetBytes: number
}

/** What every page starts with, and what all behind the sign-in share. */
const START = 'src/app/startConsole.tsx'
const SHELL = ['src/app/App.tsx', 'src/app/SignedIn.tsx']
const texts = (...namespaces: string[]) => namespaces.map((namespace) => `src/texts/default/${namespace}.ts`)

const VIEWS: readonly View[] = [
  { name: 'first view (/login)', modules: ['src/app/pages/LoginScreen.tsx', ...texts('login')], budgetBytes: 109_000 },
  {
    name: 'device list (/devices)',
    modules: [...SHELL, 'src/features/devices/DevicesPage.tsx', ...texts('devices')],
    // More than it has by itself, and less than with the device view: if it loads that, something is missing in a group of
    // vite.config.ts.
    budgetBytes: 214_000,
  },
  {
    name: 'dashboard (/)',
    modules: [...SHELL, 'src/app/pages/DashboardRoute.tsx', ...texts('device')],
    budgetBytes: 240_000,
  },
  {
    name: 'card of a phone (/)',
    modules: [...SHELL, 'src/app/pages/CardRoute.tsx', ...texts('incidents')],
    budgetBytes: 208_000,
  },
  {
    name: 'device view (/devices/:deviceId)',
    modules: [...SHELL, 'src/app/pages/DeviceRoute.tsx', ...texts('device')],
    budgetBytes: 234_000,
  },
]

/** The measured size of a view, with its budget. */
export interface ViewSize {
  readonly name: string
  readonly files: number
  readonly gzipBytes: number
  readonly budgetBytes: number
}

/** Returns the sizes of all views of the build in a folder. Throws when the folder contains no build. */
export function measureViews(distDir: string): ViewSize[] {
  const manifest = z.parse(Manifest, JSON.parse(readFileSync(join(distDir, '.vite/manifest.json'), 'utf8')))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (entry === undefined) throw new Error(`${distDir} has no entry in its manifest`)
  return VIEWS.map(({ name, modules, budgetBytes }) => {
    const files = new Set<string>()
    for (const module of [entry, START, ...modules]) addWithImports(manifest, module, files)
    const scripts = [...files].filter((file) => file.endsWith('.js'))
    const gzipBytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(distDir, file))).length, 0)
    return { name, files: scripts.length, gzipBytes, budgetBytes }
  })
}

function addWithImports(manifest: Manifest, module: string, files: Set<string>): void {
  const chunk = manifest[module]
  // A module without a chunk of its own is part of another chunk that already counts.
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) addWithImports(manifest, imported, files)
}

if (import.meta.main) {
  const sizes = measureViews(join(import.meta.dirname, '../dist'))
  for (const { name, files, gzipBytes, budgetBytes } of sizes) {
    const kB = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`
    const verdict = gzipBytes <= budgetBytes ? 'ok' : 'ABOVE'
    process.stdout.write(`${name.padEnd(34)} ${kB(gzipBytes)} of ${kB(budgetBytes)}  ${files} files  ${verdict}\n`)
  }
  process.exitCode = sizes.every(({ gzipBytes, budgetBytes }) => gzipBytes <= budgetBytes) ? 0 : 1
}
