import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Vitest leaves a core free for whoever sits there; on two that would be half of the machine. A project that does not say so
// itself has its own default, and its files run after all others, one by one.
const maxWorkers = availableParallelism()

/** Everything but the console, which has its own environment and its own configuration, runs in plain Node. */
const inNode = (name: string, include: readonly string[]) => ({
  test: { name, environment: 'node' as const, include: [...include], testTimeout: 20_000, maxWorkers },
})

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      inNode('packages', ['packages/*/src/**/*.test.ts']),
      inNode('servers', ['apps/{platform,simulator}/src/**/*.test.ts', 'apps/platform/soak/**/*.test.ts']),
      inNode('contract', ['apps/platform/contract-tests/**/*.test.ts']),
      inNode('tools', ['scripts/**/*.test.mjs', 'bench/src/**/*.test.ts', 'e2e/fixtures/**/*.test.ts']),
      'apps/console',
    ],
  },
})
