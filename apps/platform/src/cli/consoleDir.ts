import { fileURLToPath } from 'node:url'
import { note } from '@greenwave/client/program/terminal'
import { isConsoleBuilt } from '../http/consoleFiles.ts'

const BUILD = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/**
 * Returns the folder of the built console. Without a build, prints how to make one and returns undefined; the API works
 * without it.
 */
export function findConsoleDir(): string | undefined {
  if (isConsoleBuilt(BUILD)) return BUILD
  note('The console is not built, so only the API is served: "npm run build" makes it.')
  return undefined
}
