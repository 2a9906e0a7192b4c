import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Parts of the repository that a product needs at run time, or whose readers are its users. */
const PARTS = [
  /^(?:package\.json|README\.md|ARCHITECTURE\.md|CHANGELOG\.md|SECURITY\.md|LICENSE)$/,
  /^(?:apps|packages)\/[^/]+\/(?:src\/|(?:package|nodeFlags|environment)\.json$)/,
  /^apps\/console\/dist\//,
  /^(?:docs|deploy)\//,
  /^scripts\/greenwave\.mjs$/,
]

/** Files of those parts that only developers need. The console is shipped as it was built. */
const LEFT_OUT = [
  /^packages\/harness\//,
  /^apps\/console\/(?!dist\/)/,
  /^apps\/[^/]+\/src\/.*\/(?:testing|fixtures)\//,
  /^(?:apps|packages)\/[^/]+\/src\/(?:testing|fixtures)\//,
  /^packages\/[^/]+\/src\/.*\/testing\//,
  /^deploy\/(?:package\.json$|.*\.ts$)/,
  /\/tsconfig\.json$/,
  /\.test\.[a-z]+$/,
  /\.tsbuildinfo$/,
]

/** Folders that are made, not kept: only the built console is shipped of them. */
const MADE = new Set(['node_modules', '.git', '.cache', 'data', 'test-results', 'playwright-report'])

/** The workspaces whose packages are installed in a product; the console's are in its build. */
export const INSTALLED_WORKSPACES = ['apps/platform', 'apps/cli', 'apps/simulator', 'apps/watcher']

/** Returns whether a file of the repository is in a product; container images and releases contain the same. */
function isProductFile(path) {
  return PARTS.some((part) => part.test(path)) && !LEFT_OUT.some((part) => part.test(path))
}

/** Returns whether a file of a product is a source of its programs, which is joined with others (serverBundle.mjs). */
export function isServerSource(path) {
  return /^(?:apps|packages)\/[^/]+\/src\/.*\.ts$|^scripts\/.*\.mjs$/.test(path)
}

/** Lists the files of a product in a working tree with a built console, by path, in a fixed order. */
export function productFiles(root) {
  const files = []
  const visit = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        // `data` is also a folder of sources.
        if (!MADE.has(entry.name) || (entry.name === 'data' && folder !== '')) visit(path)
      } else if (isProductFile(path)) files.push(path)
    }
  }
  visit('')
  return files.toSorted((a, b) => (a < b ? -1 : 1))
}
