/** @file The process of a command line. */
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { tolerateClosedPipes } from './terminal.ts'

/**
 * Runs this process as a command line, which is loaded from the compile cache. Compiling some hundred files takes a good
 * part of a start. The cache is inside the installation: in a folder that others may write, they could plant code. If it
 * cannot be written, as in a container, nothing is cached.
 */
export async function runProcess(
  load: () => Promise<{ readonly runCommandLine: (args: readonly string[]) => Promise<number | undefined> }>,
): Promise<void> {
  const compileCache = fileURLToPath(new URL('../../../../.cache/compile', import.meta.url))
  enableCompileCache(compileCache)
  // Worker threads and started programs read it from here.
  process.env.NODE_COMPILE_CACHE ??= compileCache
  const { runCommandLine } = await load()
  tolerateClosedPipes()
  const code = await runCommandLine(process.argv.slice(2))
  if (code !== undefined) process.exit(code)
  // A command that listened for its end listens to its parent, too, and would never end.
  if (process.connected) process.disconnect()
}
