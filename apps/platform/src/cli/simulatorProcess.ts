import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const SIMULATOR = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))

/** A fleet of virtual controllers in a process of its own; it connects to a platform over MQTT only. */
export interface SimulatorProcess {
  /** Resolves with its exit code, whoever ended it. */
  readonly ended: Promise<number>
  /** Asks it to disconnect its controllers, and resolves when it has ended. */
  close(): Promise<void>
}

/** Starts the simulator with these arguments. It ends when this process ends, however that happens. */
export function startSimulator(args: readonly string[], stdin: 'inherit' | 'ignore'): SimulatorProcess {
  const child = spawn(process.execPath, [SIMULATOR, ...args], { stdio: [stdin, 'inherit', 'inherit', 'ipc'] })
  const ended = endOf(child)
  return {
    ended,
    async close() {
      if (child.connected) child.send('stop', () => {})
      await ended
    },
  }
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
