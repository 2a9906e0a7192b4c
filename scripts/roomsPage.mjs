/**
 * @file Writes the table of rooms.mjs into ARCHITECTURE.md, between its marks. With `--check` it writes nothing, and
 * fails when the page differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { AREAS } from './rooms.mjs'

const PAGE = 'ARCHITECTURE.md'
const MARKS = /(<!-- rooms: [^\n]* -->\n).*(<!-- end of rooms -->)/s

/** Returns one line for each room, in order. */
function rowsOf({ rooms }) {
  return rooms.map(({ folder, is, apartFromPrevious, forTests }) => {
    const notes = [
      is,
      apartFromPrevious && 'neither this room nor the one before imports the other',
      forTests && 'only tests import it',
    ]
    return `| \`${folder || '.'}\` | ${notes.filter(Boolean).join('; ')} |`
  })
}

/** Returns the table as Markdown; areas with one room are left out. */
function roomsText() {
  return AREAS.filter(({ rooms }) => rooms.length > 1)
    .map((area) => `\n### \`${area.folder}\`: ${area.is}\n\n| room | holds |\n|---|---|\n${rowsOf(area).join('\n')}\n`)
    .join('')
}

const page = readFileSync(PAGE, 'utf8')
if (!MARKS.test(page)) throw new Error(`${PAGE} has no marks between which the rooms stand: ${MARKS}`)
const wanted = page.replace(MARKS, (_all, begin, end) => `${begin}${roomsText()}\n${end}`)
if (process.argv.includes('--check')) {
  if (page !== wanted) {
    process.stderr.write(
      `${PAGE} does not show the rooms as scripts/rooms.mjs has them: run node scripts/roomsPage.mjs\n`,
    )
    process.exitCode = 1
  }
} else {
  writeFileSync(PAGE, wanted)
}
