import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Programs of Debian alone: no Node of this machine. */
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'
const LOG = '/var/log/greenwave.log'

/**
 * Stands for systemd, which does not run in the copy: `systemctl start|stop|restart greenwave` by the lines of the unit,
 * and how `greenwave setup` starts it.
 */
const SYSTEMCTL = `#!/bin/sh
unit=/lib/systemd/system/greenwave.service
pid=/run/greenwave.pid
line() { sed -n "s/^$1=//p" $unit; }
stop() {
  [ -f $pid ] || return 0
  kill "$(cat $pid)"
  # Without an init, one that has ended stays a zombie.
  while grep -q '^State:.[^Z]' "/proc/$(cat $pid)/status" 2>/dev/null; do sleep 0.05; done
  rm $pid
}
start() {
  # As greenwave.service wants greenwave-upgrade.service.
  upgrade=/lib/systemd/system/greenwave-upgrade.service
  if [ -f "$(sed -n 's/^ConditionPathExists=//p' $upgrade)" ]; then
    setsid $(sed -n 's/^ExecStart=//p' $upgrade) >>${LOG} 2>&1 </dev/null &
  fi
  set -a
  . "$(line EnvironmentFile)"
  set +a
  cd "$(line WorkingDirectory)"
  setsid env $(line Environment | sed 's,%C,/var/cache,') runuser -u "$(line User)" -- $(line ExecStart) >>${LOG} 2>&1 </dev/null &
  echo $! >$pid
}
[ "$*" != 'enable --now greenwave.service greenwave-backup.timer' ] || { start; exit; }
[ "$2" = greenwave ] || exit 5
case $1 in stop) stop ;; start) start ;; restart) stop; start ;; *) exit 1 ;; esac
`

/** A copy of this machine's files in which packages are installed; loopback is its only network. */
export interface CopiedMachine {
  /** Returns a path of the copy as this process sees it. */
  path(inside: string): string
  /** Runs a program as root, and returns its output. Throws when it fails. */
  run(command: string, ...args: readonly string[]): string
  /** Runs a program with this standard input. */
  runWith(input: string, command: string, ...args: readonly string[]): string
  /** Runs a program as root; returns its exit code and output. */
  tryRun(command: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string }
  /** Starts a program as root. */
  start(command: string, args: readonly string[], extra?: Readonly<Record<string, string>>): ChildProcess
  /** Returns the output of the service. */
  serviceLog(): string
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
  writeFileSync(join(root, 'usr/bin/systemctl'), SYSTEMCTL, { mode: 0o755 })
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const env = { PATH, LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' }
  const inside = (command: string, args: readonly string[]): [string, string[]] => ['chroot', [root, command, ...args]]
  const tryWith = (input: string, command: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(...inside(command, args), { env, input, encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }
  const runWith = (input: string, command: string, ...args: readonly string[]) => {
    const { status, output } = tryWith(input, command, args)
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${output}`)
    return output
  }
  return {
    path: (path) => join(root, path),
    tryRun: (command, ...args) => tryWith('', command, args),
    run: (command, ...args) => runWith('', command, ...args),
    runWith,
    start: (command, args, extra = {}) =>
      spawn(...inside(command, args), { env: { ...env, ...extra }, stdio: ['ignore', 'pipe', 'pipe'] }),
    serviceLog: () => readFileSync(join(root, LOG), 'utf8'),
  }
}
