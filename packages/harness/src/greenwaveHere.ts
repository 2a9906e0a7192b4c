/**
 * @file The command line in the process of the tests, for what a command says and finds: starting a process takes a
 * hundred times as long.
 */
import process from 'node:process'
import { vi } from 'vitest'
import type { Ended } from './greenwaveProcess.ts'

/**
 * Makes a function that runs the command line of an app until it ends, for commands that end by themselves and keep
 * nothing open. `env` is added to the settings in the tests' own environment.
 */
export function greenwaveHere(runCommandLine: (args: readonly string[]) => Promise<number | undefined>) {
  return (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    runHere(() => runCommandLine(args), env)
}

async function runHere(run: () => Promise<number | undefined>, env: Readonly<Record<string, string>>): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  const { exitCode } = process
  const restore = [listenTo('stdout'), listenTo('stderr')]
  const before = { ...process.env }
  process.exitCode = undefined
  Object.assign(process.env, env)
  try {
    const code = (await run()) ?? Number(process.exitCode ?? 0)
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
