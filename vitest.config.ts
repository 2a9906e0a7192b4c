import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Everything but the console, which has its own environment and its own configuration, runs in plain Node. */
const inNode = (name: string, include: readonly string[]) => ({
  test: { name, environment: 'node' as const, include: [...include], testTimeout: 20_000 },
})

export default defineConfig({
  test: {
    // Vitest leaves a core free for whoever sits there; on two that would be half of the machine.
    maxWorkers: availableParallelism(),
    projects: [
      inNode('packages', ['packages/*/src/**/*.test.ts']),
      inNode('servers', ['apps/{platform,simulator}/src/**/*.test.ts', 'apps/platform/soak/**/*.test.ts']),
      inNode('contract', ['apps/platform/contract-tests/**/*.test.ts']),
      inNode('tools', ['scripts/**/*.test.mjs', 'bench/src/**/*.test.ts', 'e2e/fixtures/**/*.test.ts']),
      'apps/console',
    ],
  },
})
