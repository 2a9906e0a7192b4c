import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { LibraryAnswer, LibraryCall } from './thingsboardApiChild.ts'

/** The library `thingsboard_api`, at work in a process of its own. */
export interface ThingsboardApi {
  /** Makes a call of the library. @throws when the library or its process does */
  call(part: LibraryCall['part'], name: string, ...args: readonly unknown[]): Promise<unknown>
  stop(): Promise<void>
}

/** Starts it and signs in at a platform, given as `http://host:port`: the library speaks no other scheme. */
export async function startThingsboardApi(
  url: string,
  account: { readonly email: string; readonly password: string },
): Promise<ThingsboardApi> {
  // Of the environment only the path reaches it: a proxy that is set there would come between it and the platform.
  const child: ChildProcess = fork(join(import.meta.dirname, 'thingsboardApiChild.ts'), [], {
    execArgv: [],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  child.on('message', ({ id, result, failure }: LibraryAnswer) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (failure === undefined) call?.resolve(result)
    else call?.reject(new Error(failure))
  })
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => {
      for (const { reject } of waiting.values()) reject(new Error(`thingsboard_api ended:\n${said}`))
      waiting.clear()
      resolve()
    })
  })

  let count = 0
  const call: ThingsboardApi['call'] = (part, name, ...args) =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve, reject })
      child.send({ id: count, part, name, args } satisfies LibraryCall)
    })
  const { hostname, port } = new URL(url)
  const login = { TB_USERNAME: account.email, TB_PASSWORD: account.password, tokenID: 'test' }
  await call('connect', '', { TB_HOST: hostname, TB_PORT: port, ...login })
  return {
    call,
    async stop() {
      child.kill()
      await ended
    },
  }
}
