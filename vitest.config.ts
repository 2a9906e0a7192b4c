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
 * Tests of whole cities wait a minute and more until incidents are raised and cleared in the time of the street. `npm test`
 * runs them beside all others.
 */
const CITIES = 'apps/watcher/src/city/*.test.ts'

/**
 * Tests that start whole systems as processes of their own, and wait for most of their time. `npm test` runs them with the
 * cities, many at a time.
 */
const SYSTEMS = [
  'apps/cli/src/{commandLine,controllers,copy,copyFaults,demo,demoPast,rollout,watch}.test.ts',
  'apps/platform/src/cli/{commandLine,serve,setup,standstill}.test.ts',
  'apps/platform/src/upgrade/upgrade.test.ts',
  'scripts/{greenwave,serverBundle}.test.mjs',
]

/** Tests of what every platform of the ThingsBoard family must answer: `npm run test:contract` runs them alone. */
const CONTRACT = 'apps/platform/contract-tests/**/*.test.ts'

/** Tests of what computes alone, each with one answer on any machine. */
const RULES = 'packages/*/src/**/*.test.ts'

/** All other tests but the console's, which has a configuration of its own. */
const ROOMS = [
  'apps/{platform,cli,simulator,watcher}/src/**/*.test.ts',
  'apps/platform/soak/**/*.test.ts',
  'scripts/**/*.test.mjs',
  'bench/src/**/*.test.ts',
  'e2e/{fixtures,pictures}/**/*.test.ts',
  'deploy/**/*.test.ts',
]

interface NodeTests {
  readonly exclude?: readonly string[]
  readonly retry?: number
}

/**
 * A test of servers, processes and sockets that passes only at the second try is listed at the end of `npm test` and is
 * fixed like a failing one. The second try keeps a single race on a busy machine from failing a whole change.
 */
const RACES = { retry: 1 }

/** Returns a project of tests in plain Node. Its files share a process and its imported modules. */
const inNode = (name: string, include: string[], { exclude = [], retry = 0 }: NodeTests = {}) => ({
  test: {
    name,
    environment: 'node' as const,
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    // On a machine that is 15 times as busy as usual, tests and what they wait for take as much longer. A test that fails as it
    // should waits no longer for that: only what never comes does.
    testTimeout: 600_000,
    // Hooks start whole systems, several at a time.
    hookTimeout: 600_000,
    expect: { poll: { timeout: 180_000, interval: 100 } },
    maxWorkers,
    retry,
    isolate: false,
  },
})

export default defineConfig({
  test: {
    maxWorkers,
    // Otherwise each worker thread of a store and each child process compiles the same files again, which takes half of the time
    // of the tests of stores.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compile') },
    projects: [
      inNode('cities', [CITIES], RACES),
      inNode('rules', [RULES]),
      inNode('systems', SYSTEMS, RACES),
      inNode('rooms', ROOMS, { ...RACES, exclude: [CITIES, ...SYSTEMS] }),
      inNode('contract', [CONTRACT]),
      'apps/console',
    ],
  },
})
