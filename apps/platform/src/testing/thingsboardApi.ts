import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { LibraryAnswer, LibraryCall } from './thingsboardApiChild.ts'

/** The library `thingsboard_api`, running in its own process. */
export interface ThingsboardApi {
  /** Calls a function of the library. Rejects when the library or its process fails. */
  call(part: LibraryCall['part'], name: string, ...args: readonly unknown[]): Promise<unknown>
  stop(): Promise<void>
}

/** Starts the process and signs in to a platform at `http://host:port`; the library supports no other scheme. */
export async function startThingsboardApi(
  url: string,
  account: { readonly email: string; readonly password: string },
): Promise<ThingsboardApi> {
  // Passes on the path only: a proxy set in the environment would come between the library and the platform.
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
