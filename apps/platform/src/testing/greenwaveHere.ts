/**
 * @file The command line in the process of the tests, for what a command says and finds: starting a process takes a
 * hundred times as long.
 */
import process from 'node:process'
import { vi } from 'vitest'
import { runCommandLine } from '../cli/commandLine.ts'
import type { Ended } from './greenwaveProcess.ts'

/**
 * Runs `greenwave` until it ends, for commands that end by themselves and keep nothing open. `env` is added to the
 * settings in the tests' own environment.
 */
export async function runGreenwaveHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  const { exitCode } = process
  const restore = [listenTo('stdout'), listenTo('stderr')]
  const before = { ...process.env }
  process.exitCode = undefined
  Object.assign(process.env, env)
  try {
    const code = (await runCommandLine(args)) ?? Number(process.exitCode ?? 0)
    return { code, ...said }
  } finally {
    process.exitCode = exitCode
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
    for (const end of restore) end()
  }

  /** Keeps what is written to a stream. Returns the function that ends this. */
  function listenTo(name: 'stdout' | 'stderr'): () => void {
    const spy = vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      return true
    })
    return () => spy.mockRestore()
  }
}
