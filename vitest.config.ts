import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

// Tests wait half of the time, for disks, child processes and timers. Vitest leaves one core free by default, which on two cores
// would be half of the machine. A project without this setting has its own default, and its files run after all others.
const maxWorkers = Math.ceil(availableParallelism() * 1.5)

// The threads of the platform run TypeScript as it is. Without a cache Node strips its types in each thread anew, by WebAssembly:
// that takes half of the time of opening a store, and V8 may crash when such threads end side by side. `main.ts` does the same.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compile')

/**
 * Returns a project that runs in plain Node, like everything but the console, which has a configuration of its own. Its files share
 * a process and its imported modules unless it is `isolated`.
 */
const inNode = (name: string, include: readonly string[], { isolated = false, exclude = [] as string[] } = {}) => ({
  test: {
    name,
    environment: 'node' as const,
    include: [...include],
    exclude: [...configDefaults.exclude, ...exclude],
    testTimeout: 20_000,
    maxWorkers,
    isolate: isolated,
  },
})

/**
 * Tests of whole cities wait a minute and more until incidents are raised and cleared in the time of the street. `npm test`
 * runs them beside all others.
 */
const CITIES = 'apps/watcher/src/city/*.test.ts'

/** Tests of these rooms damage open databases and disks, or change the clock of their process. */
const STORES = 'apps/platform/src/{sqlite,store,data}/**/*.test.ts'

export default defineConfig({
  test: {
    maxWorkers,
    // Otherwise each worker thread of a store and each child process compiles the same files again, which takes half of the time
    // of the tests of stores.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compile') },
    projects: [
      inNode('cities', [CITIES]),
      inNode('packages', ['packages/*/src/**/*.test.ts']),
      inNode('stores', [STORES], { isolated: true }),
      inNode('servers', ['apps/{platform,simulator,watcher}/src/**/*.test.ts', 'apps/platform/soak/**/*.test.ts'], {
        exclude: [STORES, CITIES],
      }),
      inNode('contract', ['apps/platform/contract-tests/**/*.test.ts']),
      inNode('tools', ['scripts/**/*.test.mjs', 'bench/src/**/*.test.ts', 'e2e/fixtures/**/*.test.ts']),
      'apps/console',
    ],
  },
})
