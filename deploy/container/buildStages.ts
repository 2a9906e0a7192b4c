import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { readContainerFile, readIgnored, type Stage } from './containerFile.ts'

/** What the steps of a stage made. */
export interface Image extends Pick<Stage, 'entrypoint' | 'command' | 'healthcheck'> {
  /** The folder of this machine that stands for the root of the image. */
  readonly root: string
  /** The folder of this machine in which it is started. */
  readonly workdir: string
  /** With paths of this machine. */
  readonly environment: Readonly<Record<string, string>>
  /** Who runs it; undefined: root. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

/**
 * Takes the steps of a container file one after the other, each stage in a folder of its own below `folder`, and resolves
 * with the last one. `context` is copied as a fresh clone with what is new in it, without what `.dockerignore` leaves out.
 * The programs of this machine stand for those of the base image. Rejects when a step fails.
 * @param tell called with each step
 */
export async function buildStages(
  path: string,
  context: string,
  folder: string,
  tell: (line: string) => void,
): Promise<Image> {
  const images: Image[] = []
  const named = new Map<string, Image>()
  for (const stage of readContainerFile(readFileSync(path, 'utf8'))) {
    const image = await buildStage(stage, { root: join(folder, `stage-${images.length}`), context, named, tell })
    images.push(image)
    if (stage.name !== undefined) named.set(stage.name, image)
  }
  const last = images.at(-1)
  if (!last) throw new Error(`${path} has no stage`)
  return last
}

interface Surroundings {
  readonly root: string
  readonly context: string
  readonly named: ReadonlyMap<string, Image>
  readonly tell: (line: string) => void
}

async function buildStage(stage: Stage, { root, context, named, tell }: Surroundings): Promise<Image> {
  checkBase(stage.from)
  mkdirSync(root)
  let workdir = '/'
  let user: Image['user']
  const environment: Record<string, string> = {}
  const here = (path: string): string => join(root, resolve(workdir, path))
  for (const step of stage.steps) {
    tell(step.line)
    if (step.kind === 'workdir') {
      workdir = resolve(workdir, step.folder)
      mkdirSync(here('.'), { recursive: true })
    } else if (step.kind === 'run') {
      await run(inRoot(step.command, root), here('.'), { ...environmentOfMachine(), ...environment })
    } else if (step.kind === 'env') {
      for (const [name, value] of Object.entries(step.variables)) environment[name] = inRoot(value, root)
    } else if (step.kind === 'user') {
      user = readUser(step.user)
    } else if (step.stage === undefined) {
      copyContext(
        join(context, step.from),
        here(step.to),
        readIgnored(readFileSync(join(context, '.dockerignore'), 'utf8')),
      )
    } else {
      const from = named.get(step.stage)
      if (!from) throw new Error(`there is no stage ${step.stage}`)
      cpSync(join(from.root, step.from), here(step.to), { recursive: true, verbatimSymlinks: true })
    }
  }
  const { entrypoint, command, healthcheck } = stage
  return { root, workdir: here('.'), environment, user, entrypoint, command, healthcheck }
}

/** Throws if this machine's Node is of another version than the image's. */
function checkBase(image: string): void {
  const version = /^node:(\d+)-/.exec(image)?.[1]
  if (version === undefined)
    throw new Error(`${image} is no image of Node, whose programs this machine could stand for`)
  if (process.version.startsWith(`v${version}.`)) return
  throw new Error(`${image} has Node ${version}, and this is ${process.version}`)
}

function readUser(text: string): NonNullable<Image['user']> {
  const [uid, gid] = /^([1-9]\d*):([1-9]\d*)$/.exec(text)?.slice(1).map(Number) ?? []
  if (uid === undefined || gid === undefined)
    throw new Error(`USER ${text}: give numbers of a user and a group that are not root`)
  return { uid, gid }
}

/** Runs a step; whoever stops this process stops the step and all that it started. */
async function run(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const step = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 2, 2], detached: true })
  const stop = (signal: NodeJS.Signals): void => {
    if (step.pid !== undefined) process.kill(-step.pid, signal)
  }
  for (const signal of STOPPING) process.on(signal, stop)
  const [status] = (await once(step, 'exit')) as [number | null]
  for (const signal of STOPPING) process.off(signal, stop)
  if (status !== 0) throw new Error(`this step ended with ${status ?? 'a signal'}: ${command}`)
}

const STOPPING = ['SIGINT', 'SIGTERM'] as const

/** Puts the root before each absolute path. Programs are called by their names alone. */
function inRoot(text: string, root: string): string {
  return text.replaceAll(/(?<![\w.\-/*])\/(?=\w)/g, `${root}/`)
}

/** What npm tells its scripts would lead the steps to this repository; settings of Greenwave are the image's. */
const NOT_PASSED_ON = /^(?:npm_(?:package|lifecycle|config_local_prefix|execpath|command)|INIT_CWD|NODE_ENV|GREENWAVE)/

/** Returns the environment of this machine that programs of an image see: where programs are, and npm's registry. */
export function environmentOfMachine(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !NOT_PASSED_ON.test(name))
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(kept), PATH: [dirname(process.execPath), ...folders].join(':') }
}

function copyContext(from: string, to: string, isIgnored: (file: string) => boolean): void {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const listed = execFileSync('git', words, { cwd: from, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  for (const file of listed.split('\0')) {
    // What was deleted, and is not committed yet, is listed too.
    if (file === '' || isIgnored(file) || !existsSync(join(from, file))) continue
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(from, file), join(to, file), { verbatimSymlinks: true })
  }
}
