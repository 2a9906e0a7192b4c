/**
 * @file Reads the titles of tests, with those of their suites, from a formatted test file; the indentation shows where
 * a suite ends.
 */

const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source
/** A title follows `it(`, `test(`, `describe(` and the like, or the `)(` of a table. */
const TITLE = new RegExp(String.raw`(\b(?:describe|it|test)(?:\.\w+)*|\))\(\s*(${STRING})\s*,`, 'g')

/**
 * @typedef {object} TestTitle
 * @property {string} title As people read it: after the titles of its suites, with … for what a table fills in.
 * @property {string[]} tags The rules quoted by its title or a suite's, such as 'spec 5 plan'.
 */

/**
 * Returns the tests of a file, in order.
 * @param {string} source
 * @returns {TestTitle[]}
 */
export function testTitles(source) {
  const found = [...source.matchAll(TITLE)].map((match) => titleAt(source, match))
  const suites = found.filter(({ isSuite }) => isSuite)
  return found
    .filter(({ isSuite }) => !isSuite)
    .map((test) => {
      const around = suites.filter(({ start, end }) => start < test.start && test.start < end)
      const names = [...around, test].map(({ text }) => text)
      return {
        title: names.map(readable).filter(Boolean).join(': '),
        tags: [...new Set(names.flatMap((name) => [...name.matchAll(/\[(spec [^\]]+)\]/g)].map(([, id]) => id)))],
      }
    })
}

function titleAt(source, { index, 1: opener, 2: literal }) {
  const head = opener === ')' ? headOfTable(source, index) : { start: index, opener }
  const lineStart = source.lastIndexOf('\n', head.start) + 1
  const indent = /^ */.exec(source.slice(lineStart))?.[0] ?? ''
  const close = source.indexOf(`\n${indent}})`, index)
  return {
    text: literal.slice(1, -1).replaceAll('\\', ''),
    isSuite: head.opener.includes('describe'),
    start: head.start,
    end: close === -1 ? source.length : close,
  }
}

/**
 * Returns where the call begins whose table ends at `index`: the last line above with the same indentation that calls
 * one.
 */
function headOfTable(source, index) {
  const lineStart = source.lastIndexOf('\n', index) + 1
  const indent = /^ */.exec(source.slice(lineStart))?.[0] ?? ''
  const heads = source.slice(0, index).matchAll(new RegExp(`^${indent}((?:describe|it|test)(?:\\.\\w+)+)\\b`, 'gm'))
  const last = [...heads].at(-1)
  return { start: last?.index ?? index, opener: last?.[1] ?? '' }
}

function readable(title) {
  return title
    .replaceAll(/\s*\[spec [^\]]+\]\s*/g, ' ')
    .replaceAll(/\s@\w+/g, '')
    .replaceAll(/%[sdifjoO]|\$\{[^}]*\}|\$[a-z]\w*/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
