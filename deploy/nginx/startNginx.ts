import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePorts } from '@greenwave/harness/freePorts'
import { until } from '@greenwave/harness/until'
import { selfSignedCertificate } from '@greenwave/platform/testing/selfSignedCertificate'

const EXAMPLE = new URL('greenwave.conf', import.meta.url)

/** What an nginx replied. */
interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A request: of which method, with what, and from which address of this machine. */
interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly from?: string
}

/** An nginx that runs the example of this folder, on this machine alone, with a certificate of its own. */
export interface Nginx {
  /** Origins without and with TLS. */
  readonly http: string
  readonly https: string
  /** The certificate, PEM. */
  readonly cert: string
  /** Makes a request over TLS. */
  ask(path: string, asked?: Asked): Promise<Reply>
  /** Resolves with the lines of its log of requests, or of its log of errors. */
  log(name?: 'greenwave.error.log'): Promise<string>
  stop(): Promise<void>
}

/** Starts nginx with the example in front of a platform. Rejects with what nginx says when it does not start. */
export async function startNginx(platformUrl: string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'greenwave-nginx-'))
  const file = (name: string): string => join(folder, name)
  const [httpPort, httpsPort] = await freePorts(2)
  const { cert, key } = selfSignedCertificate()
  await writeFile(file('cert.pem'), cert)
  await writeFile(file('key.pem'), key)
  const example = adapt(await readFile(EXAMPLE, 'utf8'), [
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl;\n', ''],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${httpsPort} ssl;`],
    ['server 127.0.0.1:8080;', `server ${new URL(platformUrl).host};`],
    ['/etc/letsencrypt/live/greenwave.example/fullchain.pem', file('cert.pem')],
    ['/etc/letsencrypt/live/greenwave.example/privkey.pem', file('key.pem')],
    ['/var/log/nginx/greenwave.log', file('greenwave.log')],
    ['/var/log/nginx/greenwave.error.log', file('greenwave.error.log')],
  ])
  await writeFile(file('greenwave.conf'), example)
  await writeFile(file('nginx.conf'), mainSettings(folder))
  // Debian has it in a folder for administrators.
  const env = { PATH: `${process.env.PATH}:/usr/sbin` }
  const nginx = spawn('nginx', ['-p', folder, '-c', file('nginx.conf')], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  nginx.stderr.on('data', (chunk) => {
    said += chunk
  })
  let ended = false
  const end = once(nginx, 'exit').then(
    () => {
      ended = true
    },
    (error: unknown) => {
      ended = true
      said += String(error)
    },
  )
  const https = `https://127.0.0.1:${httpsPort}`
  const agent = new Agent({ ca: cert, keepAlive: true, maxSockets: 10 })
  const ask = async (path: string, { method = 'GET', headers = {}, body, from }: Asked = {}): Promise<Reply> => {
    const options = { method, headers, agent, ...(from !== undefined && { localAddress: from }) }
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      request(https + path, options)
        .on('response', resolve)
        .on('error', reject)
        .end(body)
    })
    return { status: reply.statusCode ?? 0, headers: reply.headers, body: await text(reply) }
  }
  const stop = async (): Promise<void> => {
    agent.destroy()
    nginx.kill('SIGTERM')
    await end
    await rm(folder, { recursive: true })
  }
  const isListening = (): Promise<boolean> => {
    if (ended) throw new Error(`nginx does not start: ${said}`)
    return ask('/healthz').then(
      () => true,
      () => false,
    )
  }
  await until('nginx to listen', isListening).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    ...{ http: `http://127.0.0.1:${httpPort}`, https, cert, ask, stop },
    log: (name: string = 'greenwave.log') => readFile(file(name), 'utf8'),
  }
}

/** Replaces what is peculiar to a machine; throws if the example has it not exactly once. */
function adapt(example: string, replacements: readonly (readonly [from: string, to: string])[]): string {
  let adapted = example
  for (const [from, to] of replacements) {
    if (adapted.split(from).length !== 2) throw new Error(`the example does not have once: ${from}`)
    adapted = adapted.replace(from, to)
  }
  return adapted
}

/** What Debian's nginx.conf has around the example, with all files in a folder of its own. */
function mainSettings(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events { worker_connections 1024; }
http {
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  include ${folder}/greenwave.conf;
}
`
}
