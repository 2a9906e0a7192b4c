import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'

/** Says when it can be stopped, then when it is. `lingers`: it takes for ever to end after that. */
const PROGRAM = `
  import { untilStopped } from ${JSON.stringify(new URL('untilStopped.ts', import.meta.url).href)}
  const stopped = untilStopped(() => console.log('signal'))
  console.log('ready')
  const busy = setInterval(() => {}, 1000)
  await stopped
  console.log('stopped')
  if (process.argv.includes('lingers')) await new Promise(() => {})
  clearInterval(busy)
  process.exit(0)
`

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

async function start(...args: readonly string[]) {
  let said = ''
  const started = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, '--', ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child = started
  const { stdout } = started
  if (!stdout) throw new Error('it has no output')
  stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  // There is no `close` after a parent has disconnected.
  const ended = Promise.all([once(started, 'exit'), once(stdout, 'end')]).then(([[code]]) => code as number | null)
  await vi.waitFor(() => expect(said).toContain('ready'), 180_000)
  return { started, ended, said: () => said.trim().split('\n') }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops a program in order', async (signal) => {
  const { started, ended, said } = await start()
  started.kill(signal)
  expect([await ended, said()]).toEqual([0, ['ready', 'signal', 'stopped']])
})

test('the word of its parent stops it, and so does the end of its parent', async () => {
  const told = await start()
  told.started.send('stop')
  expect([await told.ended, told.said()]).toEqual([0, ['ready', 'stopped']])
  const left = await start()
  left.started.disconnect()
  expect([await left.ended, left.said()]).toEqual([0, ['ready', 'stopped']])
})

test('one Ctrl-C that arrives again and again counts as one, and a later one ends it at once', async () => {
  const { started, ended, said } = await start('lingers')
  const again = setInterval(() => started.kill('SIGINT'), 50)
  try {
    expect(await ended).toBe(130)
  } finally {
    clearInterval(again)
  }
  expect(said()).toEqual(['ready', 'signal', 'stopped'])
})
