import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PublishersJob, PublishersResult } from './publishers.ts'

const SCRIPT = fileURLToPath(new URL('./publishers.ts', import.meta.url))

/**
 * Runs the load in a child process. `onConnected` is called when all controllers are connected, before the first
 * message.
 */
export async function runPublishers(job: PublishersJob, onConnected: () => void = () => {}): Promise<PublishersResult> {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-bench-'))
  const file = join(folder, 'job.json')
  writeFileSync(file, JSON.stringify(job))
  try {
    return await new Promise((resolve, reject) => {
      const child = fork(SCRIPT, [file])
      child.on('message', (message) => {
        if (message === 'connected') onConnected()
        else resolve(message as PublishersResult)
      })
      child.on('error', reject)
      child.on('exit', (code) => reject(new Error(`the load ended with ${code} before its result`)))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
