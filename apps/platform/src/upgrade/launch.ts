/** @file Commands of a release by its launcher, which runs them as the account of the service. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const ASK_EVERY_MS = 100
const MOST_OUTPUT_BYTES = 16 << 20

/** Variables of a command besides this process's own. */
export type Variables = Readonly<Record<string, string>>

const launcherOf = (release: string): string => join(release, 'bin', 'greenwave')

/** Runs a command of a release to its end, and returns its exit code and output. */
export function runCommand(release: string, args: readonly string[], variables: Variables = {}) {
  const env = { ...process.env, ...variables }
  const options = { env, encoding: 'utf8', maxBuffer: MOST_OUTPUT_BYTES } as const
  const { status, stdout, stderr } = spawnSync(launcherOf(release), args, options)
  return { status, stdout, stderr }
}

/** A platform that is tried. */
export interface TriedPlatform {
  /** From the start until it took requests, milliseconds. */
  readonly startMs: number
  /** Lines that it wrote for people, such as about settings that it does not know. */
  readonly notes: readonly string[]
  stop(): Promise<void>
}

/** Starts `serve` of a release; undefined with its last lines when it is not ready within `limitMs`. */
export async function tryPlatform(
  release: string,
  url: string,
  variables: Variables,
  limitMs: number,
): Promise<{ readonly platform: TriedPlatform } | { readonly failed: string }> {
  const beganMs = performance.now()
  const child = spawn(launcherOf(release), ['serve'], {
    env: { ...process.env, ...variables },
    // Its channel ends with this process, and then so does the platform.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  const lines = linesOf(child)
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  const isReady = await waitReady(url, limitMs, () => child.exitCode === null && child.signalCode === null)
  const notes = (): string[] => lines().filter((line) => line !== '' && !line.startsWith('{'))
  if (isReady) return { platform: { startMs: performance.now() - beganMs, notes: notes(), stop } }
  if (child.exitCode === null) await stop()
  return { failed: [...lines().slice(-5)].join('\n') || `it was not ready within ${limitMs / 1000} s` }
}

function linesOf(child: ChildProcess): () => string[] {
  let text = ''
  child.stderr?.on('data', (piece) => {
    text = (text + String(piece)).slice(-MOST_OUTPUT_BYTES)
  })
  return () => text.trim().split('\n')
}

/** Waits until a platform takes requests; false when it does not within `limitMs`, or `mayStill` says that it cannot. */
export async function waitReady(url: string, limitMs: number, mayStill: () => boolean = () => true): Promise<boolean> {
  const untilMs = performance.now() + limitMs
  while (performance.now() < untilMs && mayStill()) {
    if (await isReady(url)) return true
    await pause(ASK_EVERY_MS)
  }
  return false
}

/** Returns whether a platform takes requests now. */
export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(4000) }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok === true
}
