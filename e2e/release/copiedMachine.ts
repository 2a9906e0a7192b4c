import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Programs of Debian alone: no Node of this machine. */
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'
const UNIT = '/lib/systemd/system/greenwave.service'

/** A copy of this machine's files in which packages are installed; loopback is its only network. */
export interface CopiedMachine {
  /** Returns a path of the copy as this process sees it. */
  path(inside: string): string
  /** Runs a program as root, and returns its output. Throws when it fails. */
  run(command: string, ...args: readonly string[]): string
  /** Runs a program as root; resolves with its exit code and output. */
  tryRun(command: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string }
  /** Starts the service by the lines of its unit, as systemd would. `extra` are further variables. */
  startService(extra?: Readonly<Record<string, string>>): Service
}

/** A started service. */
export interface Service {
  output(): string
  stop(): Promise<void>
}

/** Makes the copy below a folder: an overlay, whose changes are all in that folder. Needs a mount namespace of its own. */
export function copyMachine(folder: string): CopiedMachine {
  const [upper, scratch, root] = ['upper', 'scratch', 'root'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const each of [folder, upper, scratch, root]) mkdirSync(each, { recursive: true })
  const layers = `lowerdir=/,upperdir=${upper},workdir=${scratch}`
  execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, root])
  for (const name of ['proc', 'dev', 'sys']) execFileSync('mount', ['--rbind', `/${name}`, join(root, name)])
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const env = { PATH, LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' }
  const inside = (command: string, args: readonly string[]): [string, string[]] => ['chroot', [root, command, ...args]]
  const tryRun = (command: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(...inside(command, args), { env, encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }
  return {
    path: (path) => join(root, path),
    tryRun,
    run(command, ...args) {
      const { status, output } = tryRun(command, ...args)
      if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${output}`)
      return output
    },
    startService(extra = {}) {
      const unit = readFileSync(join(root, UNIT), 'utf8')
      const all = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
      const [command = '', directory = '', account = ''] = ['ExecStart', 'WorkingDirectory', 'User'].flatMap(all)
      const settings = readFileSync(join(root, all('EnvironmentFile')[0] ?? ''), 'utf8')
      const lines = [...settings.split('\n').filter((line) => /^[A-Z]/.test(line)), ...all('Environment')]
      const variables = Object.fromEntries(lines.map((line) => line.replaceAll('%C', '/var/cache').split(/=(.*)/s, 2)))
      const words = ['-u', account, '--', 'env', '-C', directory, ...command.split(' ')]
      return serviceOf(spawn(...inside('runuser', words), { env: { PATH, ...variables, ...extra } }))
    },
  }
}

function serviceOf(child: ChildProcess): Service {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'exit')
  return {
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
