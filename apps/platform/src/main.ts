/** @file The process of the command line. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiling some hundred files takes a good part of a start. The cache is inside the installation: in a folder that
// others may write, they could plant code. If it cannot be written, as in a container, nothing is cached.
const compileCache = fileURLToPath(new URL('../../../.cache/compile', import.meta.url))
enableCompileCache(compileCache)
// Worker threads read it from here.
process.env.NODE_COMPILE_CACHE ??= compileCache

// Loaded now, so that it comes from the cache too.
const { runCommandLine } = await import('./cli/commandLine.ts')
const { tolerateClosedPipes } = await import('./cli/terminal.ts')
tolerateClosedPipes()
const code = await runCommandLine(process.argv.slice(2))
if (code !== undefined) process.exit(code)
// A command that listened for its end listens to its parent, too, and would never end.
if (process.connected) process.disconnect()
