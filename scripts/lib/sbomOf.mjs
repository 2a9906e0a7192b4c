import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { INSTALLED_WORKSPACES } from './productFiles.mjs'
import { Stop } from './say.mjs'
import { packageOf, shippedPackages } from './shippedPackages.mjs'

// With --omit=dev npm leaves out packages that a test needs, too, such as zod.
const COMMAND = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']

/**
 * Returns a CycloneDX document of the packages of a product: those installed for any processor, and those in the built
 * console. Equal lock files and times give equal documents.
 * @param {string} root folder with package.json and package-lock.json
 * @param {Date} made
 */
export function sbomOf(root, made) {
  const { status, stdout, stderr } = spawnSync('npm', COMMAND, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
  if (status !== 0) throw new Stop(`npm could not write the list of packages: ${stderr}`)
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const places = [...shippedPackages(lock, ['', ...INSTALLED_WORKSPACES, 'apps/console'])]
  return shippedPart(JSON.parse(stdout), new Set(places.map((place) => refOf(lock, place))), made)
}

/** Returns the name and version of a place in the lock file, as npm refers to it. */
function refOf({ packages }, place) {
  const { name = packageOf(place), version } = packages[place]
  return `${name}@${version}`
}

/**
 * Reduces npm's document to some packages by name and version, and replaces what differs from run to run: the random
 * number, the time, and the folder as the name of the product.
 * @param {Record<string, any>} document
 * @param {ReadonlySet<string>} refs such as `zod@4.6.7`
 * @param {Date} made
 */
export function shippedPart(document, refs, made) {
  const components = document.components.filter((component) => refs.has(component['bom-ref']))
  const ref = document.metadata.component['bom-ref']
  const product = { ...document.metadata.component, name: ref.slice(0, ref.lastIndexOf('@')) }
  const kept = new Set([product, ...components].map((component) => component['bom-ref']))
  const dependencies = document.dependencies
    .filter((dependency) => kept.has(dependency.ref))
    .map(({ dependsOn = [], ...dependency }) => ({
      ...dependency,
      dependsOn: dependsOn.filter((other) => kept.has(other)),
    }))
  const hash = createHash('sha256')
    .update(JSON.stringify([components, dependencies]))
    .digest('hex')
  return {
    ...document,
    serialNumber: `urn:uuid:${uuidOf(hash)}`,
    metadata: { ...document.metadata, timestamp: made.toISOString(), component: product },
    components,
    dependencies,
  }
}

/** Returns a UUID of version 8 (RFC 9562: of the writer's own making) from hexadecimal digits. */
function uuidOf(hex) {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
