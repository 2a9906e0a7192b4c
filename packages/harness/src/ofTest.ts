/** @file What a test makes for itself, ended or deleted when it is no longer needed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import type { GreenwaveProcess } from './greenwaveProcess.ts'

/** Creates a folder for all tests of a file or suite. It is deleted after their other hooks. */
export function folderOfTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-tests-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Closes a system after all tests of the file or suite that started it. Returns it. */
export function systemOfTests<System extends { close(): unknown } | { stop(): unknown }>(system: System): System {
  afterAll(async () => void (await ('close' in system ? system.close() : system.stop())))
  return system
}

/** Creates a folder for the test that runs, or is about to. It is deleted after the test's other hooks. */
export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Ends a process with the test that started it, before the folders that it was given. Returns it. */
export function processOfTest(running: GreenwaveProcess): GreenwaveProcess {
  onTestFinished(async () => {
    running.signal('SIGTERM')
    await running.ended
  })
  return running
}
