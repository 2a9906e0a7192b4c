/** @file The rule that paths of the wire are spelled in the contract alone. */
import { relative, sep } from 'node:path'
import { ROOT } from '../lib/root.mjs'

/** Who may spell a path, and why. */
const ALLOWED = [
  // The contract itself.
  /^packages\/contract\//,
  // Registers, serves and passes on whole families of paths.
  /^apps\/platform\/src\/http\//,
  // Written out apart from the contract on purpose: what the console may come to rely on.
  /^packages\/harness\/src\/consoleCalls\.(?:test\.)?ts$/,
  // Tests of the wire as it is, wrong requests included, and what they share.
  /^apps\/platform\/src\/(?:.*\.test\.ts|testing\/.*)$/,
  // Tests in which the console's or the client's platform is played, path by path.
  /^(?:apps\/console\/src\/(?:.*\.test\.tsx?|test\/.*)|packages\/client\/src\/.*\.test\.ts)$/,
  // Files that the lint is shown.
  /^scripts\/.*\.test\.mjs$/,
]
/** The command line is tested as a program that asks a platform, by name. */
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
