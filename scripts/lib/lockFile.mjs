/** @file Checks the packages in the lock file. */

/** Packages that may run a program at their installation; none has to. */
const MAY_RUN_SCRIPTS = new Set([])

/**
 * Licences that shipped packages may have; each allows any use, and distribution together with this repository's own. A
 * licence that restricts who may use the product, or for what (Hippocratic, BUSL, SSPL, PolyForm), is not among them.
 */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
])
/**
 * Packages whose licence is an accepted exception. MPL requires that changes of the package's own files are published;
 * this repository does not change them.
 */
const TAKEN_AS_THEY_ARE = new Map([
  ['web-push', 'MPL-2.0'],
  ['ical.js', 'MPL-2.0'],
])

/**
 * Returns what is wrong with the packages of a lock file, one sentence each.
 * @param {{ packages: Record<string, any> }} lock as npm writes it
 * @returns {string[]}
 */
export function faultsOf(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .flatMap(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const what = `${name} ${entry.version}`
      return [
        entry.hasInstallScript && !MAY_RUN_SCRIPTS.has(name) && `${what} runs a program when it is installed`,
        entry.deprecated && `${what} is given up by its makers: ${entry.deprecated}`,
        // npm records no checksum for packages that are only for other machines and were never installed here.
        !entry.integrity && !entry.optional && `${what} has no checksum`,
        isShipped(entry) && !isAllowed(name, entry.license) && `${what} has the licence ${entry.license ?? 'none'}`,
      ].filter((fault) => typeof fault === 'string')
    })
}

/** Returns whether an installation without development dependencies includes the package. */
function isShipped({ dev, devOptional, optional }) {
  return !dev && !devOptional && !optional
}

function isAllowed(name, licence) {
  if (licence === undefined) return false
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => LICENCES.has(choice)) || TAKEN_AS_THEY_ARE.get(name) === licence
}
