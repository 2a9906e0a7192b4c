/**
 * @file Loaded into a platform process by `NODE_OPTIONS=--import`: makes the worker thread of a role, or the main thread
 * as role `main-<process id>`, stand still when a file with the name of the role appears in the folder
 * GREENWAVE_TEST_STANDSTILL. The thread takes the file, so that the one that replaces it works.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { isMainThread, workerData } from 'node:worker_threads'

const folder = process.env.GREENWAVE_TEST_STANDSTILL
const role: unknown = isMainThread ? `main-${process.pid}` : Reflect.get(Object(workerData), 'role')

if (folder !== undefined && typeof role === 'string') {
  const file = join(folder, role)
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => {
    if (!existsSync(file)) return
    rmSync(file)
    for (;;) Atomics.wait(sleeper, 0, 0, 100)
  }, 100).unref()
}
