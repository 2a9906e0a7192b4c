import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@greenwave/harness/freePorts'
import { until } from '@greenwave/harness/until'

/** Starts a mosquitto broker that stores nothing and accepts everybody, on a free port of the loopback. */
export async function startMosquitto(): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const [port = 0] = await freePorts(1)
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-mosquitto-'))
  const file = join(folder, 'mosquitto.conf')
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`)
  const child = spawn('mosquitto', ['-c', file], { stdio: 'ignore' })
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`mosquitto did not start (Debian's package mosquitto): ${String(error)}`)
  })
  const listening = until('mosquitto to listen', async () => {
    const socket = connect(port, '127.0.0.1')
    const answer = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return answer
  })
  await Promise.race([listening, failed])
  return {
    url: `mqtt://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
