/**
 * @file Writes the table of rooms.mjs as docs/rooms.md. With `--check` it writes nothing, and fails when the page
 * differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { AREAS } from './rooms.mjs'

const PAGE = 'docs/rooms.md'

const INTRODUCTION = `# Rooms

A file imports from its own folder (its *room*) and from those above, never from those below. Type imports and lazy imports count, and circles are forbidden.
The areas are in order, too. \`*\` is a folder of any name; such folders never import one another. *Apart*: this room and the one above never import each other. *Tests*: only tests import it,
as the rooms \`testing\`, which are left out.

\`node scripts/roomsPage.mjs\` writes this page from [\`scripts/rooms.mjs\`](../scripts/rooms.mjs), which the linter enforces.
`

/** Lists the rooms of an area, one line each, in order; without those named `testing`. */
function linesOf({ rooms }) {
  const listed = rooms.filter(({ folder }) => !folder.endsWith('testing'))
  return listed.map(({ folder, is, apartFromPrevious, forTests }) => {
    const notes = [is, apartFromPrevious && 'apart', forTests && 'tests']
    return `- \`${folder || '.'}\`: ${notes.filter(Boolean).join('; ')}`
  })
}

const areas = AREAS.map((area) => `\n## \`${area.folder}\`: ${area.is}\n\n${linesOf(area).join('\n')}\n`)
const wanted = INTRODUCTION + areas.join('')
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, wanted)
} else if (readFileSync(PAGE, 'utf8') !== wanted) {
  process.stderr.write(`${PAGE} differs from scripts/rooms.mjs: run node scripts/roomsPage.mjs\n`)
  process.exitCode = 1
}
