/** @file The rule that a long file of the product must say why it is long. */

/** Files up to this many lines need no reason. */
const USUAL_LINES = 300
const FIRST_LINE = { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } }
const TEST_FILE = /\.(test|spec)\.[a-z]+$/

/** @type {import('oxlint/plugins-dev').Rule} */
export const longFiles = {
  create(context) {
    return {
      Program() {
        if (TEST_FILE.test(context.filename)) return
        const { text } = context.sourceCode
        const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
        if (lines <= USUAL_LINES) return
        const [first] = context.sourceCode.getAllComments()
        if (first?.range[0] === 0 && /\bLong: \S/.test(first.value)) return
        context.report({
          loc: FIRST_LINE,
          message: `${lines} lines: split the file, or let the comment on its first line say why it is long, as "Long: one row a setting."`,
        })
      },
    }
  },
}
