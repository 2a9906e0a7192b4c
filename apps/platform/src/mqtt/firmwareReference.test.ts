/**
 * @file Runs every example of docs/device-firmware.md exactly as it is written there, with mosquitto's clients as the
 * controller.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Device } from '@greenwave/contract/devices'
import { TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { keysOf, SETTINGS } from '@greenwave/controller/settingTable/table'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../start/platform.ts'
import { selfSignedCertificate } from '../testing/selfSignedCertificate.ts'
import { signIn, startPlatform } from '../testing/startPlatform.ts'
import { until } from '../testing/until.ts'

const APP = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(new URL('../../../../docs/device-firmware.md', import.meta.url), 'utf8')

/** A fenced block: its kind, its text, and the heading above it. */
interface Block {
  readonly kind: string
  readonly text: string
  readonly heading: string
}

function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let heading = ''
  for (const [, title, kind, text] of page.matchAll(/^#+ (.+)$|^```(.*)\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title
    else blocks.push({ kind: kind ?? '', text: (text ?? '').trimEnd(), heading })
  }
  return blocks
}

const COMMANDS = ['sh', 'sh waits', 'sh fails', 'js']

/** A command, the request that it waits for, and how it ends; or only a request. */
interface Example {
  readonly heading: string
  readonly command: Block | undefined
  readonly request: string | undefined
  readonly ends: Ended | undefined
}

interface Ended {
  readonly failed: boolean
  readonly output: string
}

/** Returns the examples of the page, in order. */
function examplesOf(blocks: readonly Block[]): Example[] {
  return blocks.flatMap((block, at): Example[] => {
    const { kind, heading, text } = block
    if (kind === 'http' && blocks[at - 1]?.kind !== 'sh waits') {
      return [{ heading, command: undefined, request: text, ends: undefined }]
    }
    if (!COMMANDS.includes(kind)) return []
    const request = kind === 'sh waits' ? blocks[at + 1] : undefined
    const after = blocks[at + (request ? 2 : 1)]
    const output = after?.kind === 'output' ? after.text : ''
    return [{ heading, command: block, request: request?.text, ends: { failed: kind === 'sh fails', output } }]
  })
}

const SHARED_SCOPE = '/api/plugins/telemetry/DEVICE/$DEVICE_ID/SHARED_SCOPE'

let platform: Platform
let environment: Record<string, string> = {}
let token = ''
/** Number of subscriptions that the platform has accepted; only the platform knows when a command begins to wait. */
let subscribed = 0
const folder = mkdtempSync(join(tmpdir(), 'greenwave-firmware-'))

beforeAll(async () => {
  const { cert, key } = selfSignedCertificate()
  const certFile = join(folder, 'cert.pem')
  const keyFile = join(folder, 'key.pem')
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  const { log } = fastify({
    logger: {
      level: 'debug',
      stream: {
        write(line) {
          if (line.includes('a device subscribed')) subscribed += 1
        },
      },
    },
  })
  platform = await startPlatform({ tls: { port: 0, certFile, keyFile }, log })
  token = await signIn(platform)
  const words = Object.fromEntries(
    [...PAGE.matchAll(/\b(CLIENT_ID|USER_NAME|PASSWORD)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const device = await call('POST', '/api/device-with-credentials', {
    device: { name: 'TLC-1' },
    credentials: {
      credentialsType: 'MQTT_BASIC',
      credentialsValue: JSON.stringify({
        clientId: words.CLIENT_ID,
        userName: words.USER_NAME,
        password: words.PASSWORD,
      }),
    },
  })
  environment = {
    ...words,
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: new URL(platform.mqttUrl).port,
    TLS_PORT: new URL(platform.mqttsUrl ?? '').port,
    CA_FILE: certFile,
    DEVICE_ID: Device.parse(await device.json()).id?.id ?? '',
  }
})
afterAll(async () => {
  await platform.close()
  rmSync(folder, { recursive: true })
})

function call(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${platform.url}${path}`, {
    method,
    headers: {
      'x-authorization': `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Makes a request as written in the page: `METHOD path`, and a body in the next line. Rejects when it is refused. */
async function consoleSends(request: string): Promise<void> {
  const [line = '', ...rest] = request.split('\n')
  const [method = '', path = ''] = line.split(' ')
  const body = rest.join('\n')
  const response = await call(
    method,
    path.replaceAll(/\$(\w+)/g, (_, name: string) => environment[name] ?? ''),
    body === '' ? undefined : JSON.parse(body),
  )
  if (!response.ok) throw new Error(`${request}: ${response.status} ${await response.text()}`)
}

/** Runs a block of the page, in a shell or in Node, and collects everything that it prints. */
function run({ kind, text }: Block): Promise<Ended> {
  const [program, ...args] =
    kind === 'js'
      ? [process.execPath, '--input-type=module', '--eval', text]
      : ['bash', '--norc', '-e', '-o', 'pipefail', '-c', text]
  // The folder in which the scripts find MQTT.js.
  const child = spawn(program ?? '', args, { env: environment, cwd: APP, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const collect = (data: Buffer) => {
    output += data.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ failed: code !== 0, output: output.trimEnd() }))
  })
}

/** Plays an example; resolves with undefined for a request alone, which only has to be accepted. */
async function play({ command, request }: Example): Promise<Ended | undefined> {
  if (command === undefined) return request === undefined ? undefined : consoleSends(request).then(() => undefined)
  // Something that is deleted must exist before.
  if (request?.startsWith('DELETE')) await consoleSends(`POST ${SHARED_SCOPE}\n{"Do_cong":2}`)
  const before = subscribed
  const ended = run(command)
  if (request !== undefined) {
    await until(() => subscribed > before)
    await consoleSends(request)
  }
  return ended
}

describe('the firmware reference', () => {
  const examples = examplesOf(blocksOf(PAGE))

  test.each(examples.map((example, at) => [at + 1, example.heading, example] as const))(
    'example %i, of "%s", does what it says',
    async (_number, _heading, example) => {
      expect(await play(example)).toEqual(example.ends)
    },
  )

  test('has examples of every direction', () => {
    expect(examples.length).toBeGreaterThan(12)
  })

  test('leaves in the platform what its examples sent', async () => {
    const { DEVICE_ID } = environment
    const telemetry = await call('GET', `/api/plugins/telemetry/DEVICE/${DEVICE_ID}/values/timeseries?keys=T_V1,Second`)
    expect(await telemetry.json()).toMatchObject({ T_V1: [{ value: '3' }], Second: [{ value: '30' }] })
    const reports = await call(
      'GET',
      `/api/plugins/telemetry/DEVICE/${DEVICE_ID}/values/attributes/CLIENT_SCOPE?keys=Period_Pr2`,
    )
    expect(await reports.json()).toMatchObject([{ key: 'Period_Pr2', value: 80 }])
  })

  test('names every key of telemetry and of the settings', () => {
    const general = (key: string): string => key.replace(/(^|_)(Pr?)\d/, '$1$2{n}').replace(/_X\d$/, '_X1')
    const clock = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second']
    for (const key of [...TELEMETRY_KEYS, ...SETTINGS.flatMap(keysOf), ...clock])
      expect(PAGE).toContain(`\`${general(key)}\``)
  })
})
