/**
 * @file The verbs of exported functions (the table in CONTRIBUTING.md): `read...` reads a file, a database or a store,
 * and verbs that mean the same as one of the table are not used.
 */

import { relative, sep } from 'node:path'
import { ROOT } from '../lib/root.mjs'

const READS = /node:(?:fs|sqlite)|localStorage|getComputedStyle|getReader|HistoryCursor|\bResponse\b/
const VERB = /^(read|can|compute|generate|get|make|retrieve)[A-Z]/
const FOR_TESTS =
  /\.(?:test|spec)\.|\/(?:testing|test|city|soak|contract-tests)\/|(?:^|\/)(?:e2e|bench|packages\/harness)\//

/** The verbs of the table that stand for the others. */
const INSTEAD = {
  can: 'is, has or may',
  compute: '<result>Of',
  generate: 'create',
  get: 'fetch, read or <result>Of',
  make: 'create',
  retrieve: 'fetch or read',
}

/** @type {import('oxlint/plugins-dev').Rule} */
export const verbs = {
  create(context) {
    const reads = READS.test(context.sourceCode.text)
    const isForTests = FOR_TESTS.test(relative(ROOT, context.filename).split(sep).join('/'))
    return {
      ExportNamedDeclaration({ declaration }) {
        for (const { id } of declaration?.declarations ?? (declaration?.id ? [declaration] : [])) {
          const verb = VERB.exec(id.name)?.[1]
          if (!verb || (verb === 'read' ? reads : isForTests)) continue
          const message =
            verb === 'read'
              ? `${id.name} reads no file, database or store: parse text or JSON, fetch over the wire`
              : `${id.name}: the verb is ${INSTEAD[verb]}`
          context.report({ node: id, message: `${message} (the table of verbs in CONTRIBUTING.md).` })
        }
      },
    }
  },
}
