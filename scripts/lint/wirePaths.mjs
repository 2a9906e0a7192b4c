/** @file The rule that only the contract spells paths of the wire. */
import { relative, sep } from 'node:path'
import { ROOT } from '../lib/root.mjs'

/** Files that may spell a path, with the reason. */
const ALLOWED = [
  // The contract itself.
  /^packages\/contract\//,
  // Registers, serves and forwards whole groups of paths.
  /^apps\/platform\/src\/http\//,
  // Deliberately independent of the contract: the calls that the console may make.
  /^packages\/harness\/src\/consoleCalls\.(?:test\.)?ts$/,
  // Tests of the wire as it is, including wrong requests, and what they share.
  /^apps\/platform\/src\/(?:.*\.test\.ts|testing\/.*)$/,
  // Tests that imitate the platform of the console or the client, path by path.
  /^(?:apps\/console\/src\/(?:.*\.test\.tsx?|test\/.*)|packages\/client\/src\/.*\.test\.ts)$/,
  // Sample files in tests of lint rules.
  /^scripts\/.*\.test\.mjs$/,
]
/** Tests of the command line use it as a program that calls a platform, so they name calls. */
const STILL_HELD = /^apps\/platform\/src\/cli\/(?:demo|controllers|serve)\.test\.ts$/
const PATH = /\/api\//

/** @type {import('oxlint/plugins-dev').Rule} */
export const wirePaths = {
  create(context) {
    const path = relative(ROOT, context.filename).split(sep).join('/')
    if (!STILL_HELD.test(path) && ALLOWED.some((allowed) => allowed.test(path))) return {}
    const look = (node, text) => {
      if (typeof text !== 'string' || !PATH.test(text)) return
      context.report({
        node,
        message:
          'The contract alone spells paths: make the call by its name, or ask addressOf of packages/client for its path.',
      })
    }
    return {
      Literal: (node) => look(node, node.value),
      TemplateElement: (node) => look(node, node.value.cooked),
    }
  },
}
