import { relative } from 'node:path'
import { ROOT } from './root.mjs'

/**
 * Returns the folder in which a command was typed, so that its relative paths are resolved correctly. npm runs a script
 * in the repository's folder and puts the other folder into INIT_CWD. The processes that the script starts inherit
 * INIT_CWD, so it is valid only in the repository's folder.
 * @param {string} workingFolder
 * @param {string | undefined} initCwd
 */
export function folderOfCommand(workingFolder, initCwd) {
  const isRoot = relative(ROOT, workingFolder) === ''
  return isRoot && initCwd ? initCwd : workingFolder
}
