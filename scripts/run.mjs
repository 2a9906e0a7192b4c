/**
 * @file `npm start` and similar scripts, also in a fresh clone: installs what is missing, finds a Node that is new
 * enough, builds the console, and runs greenwave.mjs. Needs only the system's Node, no dependencies.
 *
 *   node scripts/run.mjs <command> [flags]     a command of greenwave.mjs
 *   node scripts/run.mjs dev [flags]           the demonstration with the console on Vite's dev server
 *   node scripts/run.mjs build                 the console
 *   node scripts/run.mjs bench [names]         the benchmarks
 *   node scripts/run.mjs pictures [URL]        README's pictures
 *   node scripts/run.mjs --script <file> ...   a script of this repository
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { buildConsole, ensureConsoleBuilt } from './lib/consoleBuild.mjs'
import { devPlatformUrl } from './lib/devPlatform.mjs'
import { folderOfCommand } from './lib/folderOfCommand.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { environmentWith, findNode } from './lib/node24.mjs'
import { ROOT } from './lib/root.mjs'
import { runMain, Stop } from './lib/say.mjs'
import { runStep } from './lib/step.mjs'
import { start, startForeign, supervise } from './lib/supervise.mjs'

const GREENWAVE = join(ROOT, 'scripts', 'greenwave.mjs')
/**
 * Limits of Node's memory before it collects garbage. Without them it lets the garbage of 5,000 controllers grow past
 * 600 MB, while 80 MB are in use. The second flag is also a hard limit, enough for ten times as many controllers.
 */
const NODE_FLAGS = JSON.parse(readFileSync(join(ROOT, 'apps', 'platform', 'nodeFlags.json'), 'utf8'))
/** A limit of the memory that its threads keep apart, some 10 MB; it concerns glibc alone. */
const ENVIRONMENT = JSON.parse(readFileSync(join(ROOT, 'apps', 'platform', 'environment.json'), 'utf8'))
/** Scripts that open pages of the console. */
const OPENING = { bench: join(ROOT, 'bench', 'src', 'main.ts'), pictures: join(ROOT, 'e2e', 'pictures', 'take.ts') }
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
/** Commands that serve the console. */
const WITH_CONSOLE = new Set(['serve', 'demo'])

await runMain(async () => {
  const [command, ...args] = process.argv.slice(2)
  await ensureInstalled()
  const node = findNode()
  const options = { cwd: ROOT, env: environmentWith(node) }
  const asTyped = {
    cwd: folderOfCommand(process.cwd(), process.env.INIT_CWD),
    env: { ...ENVIRONMENT, ...options.env },
  }

  if (command === 'build') return buildConsole(node)
  if (command in OPENING) {
    await ensureConsoleBuilt(node)
    process.exitCode = await runStep(node, [OPENING[command], ...args], options)
    return
  }
  if (command === '--script') {
    if (args.length === 0) throw new Stop('--script needs the path of a script', 2)
    process.exitCode = await runStep(node, args, options)
    return
  }
  if (command === 'dev') {
    const platform = start(node, [...NODE_FLAGS, GREENWAVE, 'demo', '--dev', ...args], asTyped)
    const vite = startForeign(node, [VITE, 'apps/console', '--clearScreen', 'false'], {
      ...options,
      env: {
        ...options.env,
        GREENWAVE_PLATFORM_URL: devPlatformUrl(args, options.env),
        // Only the demonstration that is started here is one.
        GREENWAVE_DEMONSTRATION: String(!options.env.GREENWAVE_PLATFORM_URL),
      },
    })
    process.exitCode = await supervise([platform, vite])
    return
  }
  const wantsHelp = args.includes('--help') || args.includes('-h')
  if (WITH_CONSOLE.has(command) && !wantsHelp) await ensureConsoleBuilt(node)
  process.exitCode = await supervise([start(node, [...NODE_FLAGS, GREENWAVE, ...process.argv.slice(2)], asTyped)])
})
