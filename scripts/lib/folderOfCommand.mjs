import { relative } from 'node:path'
import { ROOT } from './root.mjs'

/**
 * Where a command was typed, so that paths in it mean what they say. npm runs a script in the repository's folder and names
 * the other one in INIT_CWD, which it leaves to whatever its script starts: elsewhere it says nothing.
 * @param {string} workingFolder
 * @param {string | undefined} initCwd
 */
export function folderOfCommand(workingFolder, initCwd) {
  const isRoot = relative(ROOT, workingFolder) === ''
  return isRoot && initCwd ? initCwd : workingFolder
}
