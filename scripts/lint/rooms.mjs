/** @file The rule that rooms import in one direction, in the order of scripts/rooms.mjs. */
import { posix, relative, sep } from 'node:path'
import { ROOT } from '../lib/root.mjs'
import { placeOf, placeOfImport } from './place.mjs'

const TABLE = 'scripts/rooms.mjs'
const FIRST_LINE = { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } }

const nameOf = ({ area, folder }) => posix.join(area.folder, folder)

/** Returns why a file at one place may not import another place; undefined when it may. */
function refusalOf(from, to) {
  const pair = `${nameOf(from)} may not import ${nameOf(to)}`
  if (from.area !== to.area) {
    if (to.area.height < from.area.height) return restrictionOf(from, to, pair)
    return from.area.height === to.area.height
      ? `${pair}: ${from.area.folder} and ${to.area.folder} never import one another, as ${TABLE} says. Apps meet on the wire; what two need goes to packages/.`
      : `${pair}: ${to.area.folder} stands after ${from.area.folder} in ${TABLE}, and imports go one way.`
  }
  if (!to.room) return undefined
  if (from.family && to.family && from.family.folder === to.family.folder && from.family.name !== to.family.name) {
    return `${pair}: what stands in ${from.family.folder} never imports one another, as ${TABLE} says. What two need goes to a room before both.`
  }
  if (from.isTest && (from.area.testsEverything || to.room.forTests)) return undefined
  const access = from.area.partialAccess?.find(({ rooms, of }) => from.folder.startsWith(rooms) && to.folder === of)
  if (access && !access.files.includes(to.file)) return `${pair}: ${access.why} (${TABLE}).`
  if (from.room === to.room || to.room.height < from.room.height) return undefined
  return to.room.height === from.room.height
    ? `${pair}: these rooms never import one another, as ${TABLE} says.`
    : `${pair}: ${to.room.folder} stands after ${from.room.folder} in ${TABLE}, and imports go one way.`
}

/** Returns why a file may not import an area before its own; undefined when it may. */
function restrictionOf({ area, room, folder, isTest }, to, pair) {
  if (isTest || room.forTests || area.forTests) return undefined
  if (to.room?.forTests) return `${pair}: only tests import it, as ${TABLE} says.`
  const isIn = (parent) => `${folder}/`.startsWith(`${parent}/`)
  const restriction = area.restrictedImports?.find(
    (one) =>
      `${nameOf(to)}/`.startsWith(`${one.to}/`) && (one.notFrom ? isIn(one.notFrom) : !(one.room && isIn(one.room))),
  )
  if (!restriction) return undefined
  return `${pair}: ${restriction.why} (${TABLE}).`
}

const homeless = (path) =>
  `${posix.dirname(path)} is in no room: say in ${TABLE} what this folder holds, and where it stands in the order.`

/** @type {import('oxlint/plugins-dev').Rule} */
export const rooms = {
  create(context) {
    const path = relative(ROOT, context.filename).split(sep).join('/')
    const from = placeOf(path)
    // Settings of tools are in the repository's root folder.
    if (!from && !path.includes('/')) return {}
    if (!from?.room) return { Program: () => context.report({ loc: FIRST_LINE, message: homeless(path) }) }
    const look = (node, source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return
      const specifier = source.value
      const to = placeOfImport(path, specifier)
      const only =
        from.isTest || from.room?.forTests || specifier.startsWith('.')
          ? undefined
          : (from.room.importsOnly ?? from.area.importsOnly)
      if (only && !only.includes(to?.area.folder)) {
        const what = only.length === 0 ? 'imports nothing' : `imports only ${only.join(', ')}`
        context.report({ node, message: `${nameOf(from)} ${what} (${TABLE}), and so not ${specifier}.` })
        return
      }
      const message = to && refusalOf(from, to)
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: (node) => look(node, node.source),
      ExportNamedDeclaration: (node) => look(node, node.source),
      ExportAllDeclaration: (node) => look(node, node.source),
      ImportExpression: (node) => look(node, node.source),
      TSImportType: (node) => look(node, node.source),
    }
  },
}
