import { fileURLToPath } from 'node:url'
import { isConsoleBuilt } from '../http/consoleFiles.ts'
import { note } from './terminal.ts'

const BUILD = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** Folder of the built console; without a build, says how to make one and resolves to undefined: the API works without. */
export function findConsoleDir(): string | undefined {
  if (isConsoleBuilt(BUILD)) return BUILD
  note('The console is not built, so only the API is served: "npm run build" makes it.')
  return undefined
}
