/** @file The rule that turning off a check needs a reason. */

/** How each check is turned off, and what must follow. */
const SUPPRESSIONS = [
  { begins: /^\s*(?:oxlint|eslint)-disable(?:-(?:next-)?line)?\b/, reason: /\s--\s+\S/, form: '-- and the reason' },
  { begins: /^\s*biome-ignore(?:-all|-start)?\b/, reason: /:\s*\S/, form: ': and the reason' },
  {
    begins: /^[\s/*]*@ts-(?:ignore|nocheck|expect-error)\b/,
    reason: /@ts-(?:ignore|nocheck|expect-error)[\s:-]+\S/,
    form: 'the reason',
  },
  { begins: /^\s*(?:v8|c8|istanbul) ignore\b/, reason: /\s--\s+\S/, form: '-- and the reason' },
]

/** @type {import('oxlint/plugins-dev').Rule} */
export const reasons = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const found = SUPPRESSIONS.find(({ begins }) => begins.test(comment.value))
          if (!found || found.reason.test(comment.value)) continue
          context.report({
            loc: comment.loc,
            message: `This turns a check off and does not say why: add ${found.form}.`,
          })
        }
      },
    }
  },
}
