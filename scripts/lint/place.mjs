/** @file Finds the place of a file in the table of rooms. Paths are relative to the repository, with slashes. */
import { posix } from 'node:path'
import { AREAS } from '../rooms.mjs'

const TEST_FILE = /\.(test|spec)\.[a-z]+$/

/** Gives each line of the table its height; lines that are `apartFromPrevious` have the height of the line before. */
function withHeights(lines) {
  let height = 0
  return lines.map((line) => {
    if (!line.apartFromPrevious) height += 1
    return { ...line, height }
  })
}

/** Returns a folder's pattern as a regular expression that captures what `*` stands for. */
function expressionOf(folder) {
  return new RegExp(`^${folder.replaceAll(/[.+?^${}()|[\]\\-]/g, '\\$&').replaceAll('*', '([^/]+)')}$`)
}

const areas = withHeights(AREAS).map((area) => ({
  ...area,
  rooms: withHeights(area.rooms).map((room) => ({ ...room, matches: expressionOf(room.folder) })),
}))

/**
 * Returns the place of a file: its `area`, its `room` (undefined if its folder is in no room), its `folder` in the
 * area, and the `family` of folders that it belongs to, with its name among them. Returns undefined for a file outside
 * every area.
 */
export function placeOf(path) {
  const area = areas.find(({ folder }) => path.startsWith(`${folder}/`))
  if (!area) return undefined
  const inArea = path.slice(area.folder.length + 1)
  const folder = posix.dirname(inArea).replace(/^\.$/, '')
  const room = area.rooms.find(({ matches }) => matches.test(folder))
  const star = room?.folder.indexOf('*') ?? -1
  return {
    area,
    room,
    folder,
    file: posix.basename(inArea),
    isTest: TEST_FILE.test(path),
    family: star < 0 ? undefined : { folder: room.folder.slice(0, star), name: room.matches.exec(folder)[1] },
  }
}

/** Returns the place that an import refers to, if it is in the repository. */
export function placeOfImport(path, specifier) {
  if (specifier.startsWith('.')) return placeOf(posix.join(posix.dirname(path), specifier))
  const [scope, name, ...rest] = specifier.split('/')
  if (scope !== '@greenwave') return undefined
  const area = areas.find(({ folder }) => folder.endsWith(`/${name}`))
  return area && placeOf(posix.join(area.folder, 'src', rest.join('/')))
}
