/** @file The rule that an exported function named `read...` reads a file, a database or a store. */

const READS = /node:(?:fs|sqlite)|localStorage|getComputedStyle|getReader|HistoryCursor|\bResponse\b/
const NAME = /^read[A-Z]/

/** @type {import('oxlint/plugins-dev').Rule} */
export const verbs = {
  create(context) {
    return {
      ExportNamedDeclaration({ declaration }) {
        if (READS.test(context.sourceCode.text)) return
        for (const { id } of declaration?.declarations ?? (declaration?.id ? [declaration] : [])) {
          if (!NAME.test(id.name)) continue
          context.report({
            node: id,
            message: `${id.name} reads no file, database or store: parse text or JSON, fetch over the wire (the table of verbs in CONTRIBUTING.md).`,
          })
        }
      },
    }
  },
}
