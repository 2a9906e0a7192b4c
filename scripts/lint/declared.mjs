/** @file The rule that a package or app declares each package of this repository that it imports. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { ROOT } from '../lib/root.mjs'
import { placeOf } from './place.mjs'

const manifests = new Map()

/** Returns the package.json of an area; undefined for an area that is no package. */
function manifestOf({ folder }) {
  if (!manifests.has(folder)) {
    const file = join(ROOT, folder, 'package.json')
    manifests.set(folder, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
  }
  return manifests.get(folder)
}

/** @type {import('oxlint/plugins-dev').Rule} */
export const declared = {
  create(context) {
    const from = placeOf(relative(ROOT, context.filename).split(sep).join('/'))
    const manifest = from && manifestOf(from.area)
    if (!manifest) return {}
    const { name: own, dependencies = {}, devDependencies = {} } = manifest
    const isTest = from.isTest || from.room?.forTests || from.area.forTests
    const look = (node, source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return
      const [scope, rest] = source.value.split('/')
      const name = `${scope}/${rest}`
      if (scope !== '@greenwave' || name === own || name in dependencies || (isTest && name in devDependencies)) return
      const list = isTest ? 'devDependencies' : 'dependencies'
      context.report({ node, message: `${name} is not among the ${list} of ${from.area.folder}/package.json: add it.` })
    }
    return {
      ImportDeclaration: (node) => look(node, node.source),
      ExportNamedDeclaration: (node) => look(node, node.source),
      ExportAllDeclaration: (node) => look(node, node.source),
      ImportExpression: (node) => look(node, node.source),
      TSImportType: (node) => look(node, node.source),
    }
  },
}
