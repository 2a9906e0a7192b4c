/** @file A proxy in front of a platform that fails as platforms and networks do, for tests of programs that must bear it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a front does with a call: `instead` answers in place of the platform, `after` once the platform has done it. */
interface Fault {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The platform gets the call, and only its answer is lost. */
  readonly isAfter?: boolean
}

/** A call, as a front sees it. */
interface SeenCall {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly token: string
  /** How many calls there were before it. */
  readonly nth: number
}

/** A running front. */
export interface FaultyFront {
  readonly url: string
  /** Sets which calls fail; undefined lets a call pass. `cut` ends its connection without an answer. */
  failing(choose: (call: SeenCall) => Fault | 'cut' | undefined): void
  stop(): Promise<void>
}

/** Starts a front of the platform at `upstream`, on a free port. */
export async function startFaultyFront(upstream: string): Promise<FaultyFront> {
  let choose: (call: SeenCall) => Fault | 'cut' | undefined = () => undefined
  let nth = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const token = String(headers['x-authorization'] ?? '').replace('Bearer ', '')
    const fault = choose({ method, path: url, token, nth })
    nth += 1
    if (fault === 'cut') {
      request.destroy()
      return
    }
    if (fault && !fault.isAfter) {
      response.writeHead(fault.status, fault.headers).end(fault.body)
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sent: Record<string, string> = {}
    for (const name of ['content-type', 'x-authorization']) if (headers[name]) sent[name] = String(headers[name])
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const reply = await fetch(upstream + url, { method, headers: sent, ...body })
    const bytes = Buffer.from(await reply.arrayBuffer())
    const status = fault?.status ?? reply.status
    response.writeHead(status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' })
    response.end(fault ? '' : bytes)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failing(next) {
      choose = next
      nth = 0
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
