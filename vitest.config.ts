import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

// Vitest leaves a core free for whoever sits there; on two that would be half of the machine. A project that does not say so
// itself has its own default, and its files run after all others, one by one.
const maxWorkers = availableParallelism()

/**
 * Everything but the console, which has its own environment and its own configuration, runs in plain Node. Files share a process
 * and what they import; those that need one of their own are `isolated`.
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

/** Files of these rooms harm open databases, full disks and clocks of their process. */
const STORES = 'apps/platform/src/{sqlite,store,data}/**/*.test.ts'

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      inNode('packages', ['packages/*/src/**/*.test.ts']),
      inNode('stores', [STORES], { isolated: true }),
      inNode('servers', ['apps/{platform,simulator}/src/**/*.test.ts', 'apps/platform/soak/**/*.test.ts'], {
        exclude: [STORES],
      }),
      inNode('contract', ['apps/platform/contract-tests/**/*.test.ts']),
      inNode('tools', ['scripts/**/*.test.mjs', 'bench/src/**/*.test.ts', 'e2e/fixtures/**/*.test.ts']),
      'apps/console',
    ],
  },
})
