/** @file Finds the files that import others, by the texts of their imports: the whole repository in about a second. */
import { dirname, join } from 'node:path/posix'

/** Imports and exports with values, imports on demand, and files that are opened beside a module, such as a thread. */
const NAMED =
  /^(?:import|export) (?!type )[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'|\bnew URL\(\s*'(\.[^']+)'/gm

/**
 * Returns the changed files and all that import them, however far away.
 * @param {Iterable<string>} changed Files, relative to the root, with `/`.
 * @param {ReadonlyMap<string, string>} sources The text of each file of the repository that may import.
 * @param {ReadonlyMap<string, string>} packages The folder of each package by its name; its modules are in `src`.
 * @returns {Set<string>}
 */
export function importersOf(changed, sources, packages) {
  const importers = new Map()
  for (const [file, text] of sources) {
    for (const match of text.matchAll(NAMED)) {
      const imported = fileOf(file, match[1] ?? match[2] ?? match[3] ?? match[4], packages)
      if (imported === undefined) continue
      const known = importers.get(imported)
      if (known) known.push(file)
      else importers.set(imported, [file])
    }
  }
  const reached = new Set(changed)
  // A set goes on to what is added while it is gone through.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}

/** Returns the file that an import names; undefined for a package of others. */
function fileOf(importer, name, packages) {
  if (name.startsWith('.')) return join(dirname(importer), name.replace(/\?.*$/, ''))
  const [scope, own, ...path] = name.split('/')
  const folder = packages.get(`${scope}/${own}`)
  return folder && `${folder}/src/${path.join('/')}.ts`
}
