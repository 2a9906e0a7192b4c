/**
 * Returns the places in `package-lock.json` of all packages that some workspaces need at run time, such as
 * `node_modules/zod`, and of the workspaces themselves. Each dependency is found as Node finds it: in the nearest
 * `node_modules`.
 * @param {{ packages: Record<string, any> }} lock
 * @param {readonly string[]} workspaces folders, such as `apps/platform`
 * @returns {Set<string>}
 */
export function shippedPackages(lock, workspaces) {
  const found = new Set()
  const waiting = [...workspaces]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const entry = lock.packages[place]
    if (found.has(place)) continue
    found.add(place)
    if (entry.link) {
      waiting.push(entry.resolved)
      continue
    }
    for (const name of dependenciesOf(entry)) {
      const at = nearest(lock, place, name)
      if (at !== undefined) waiting.push(at)
    }
  }
  return found
}

/** Lists what a package needs or may have. A peer that is optional is there only if another package needs it. */
function dependenciesOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

/** Returns the place of a package that another one imports; undefined for an optional one that is not in the file. */
function nearest(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock.packages[place]) return place
    if (folder === '') return undefined
  }
}

/** Returns the name of the package at a place of the lock file, such as `@node-rs/argon2`. */
export function packageOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
