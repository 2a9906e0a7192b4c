/**
 * @file Runs every example of the pages for firmware engineers exactly as written there, after the setup of the first
 * page, with mosquitto's clients as the controller. Nothing is sent that the pages do not send.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Device } from '@greenwave/contract/wire/devices'
import { TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { keysOf, SETTINGS } from '@greenwave/controller/settingTable/table'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../start/platform.ts'
import { selfSignedCertificate } from '../testing/selfSignedCertificate.ts'
import { signIn, startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'
import { until } from '../testing/until.ts'

const APP = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = ['device-firmware.md', 'device-settings.md', 'device-reference.md']
  .map((name) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8'))
  .join('\n')

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

/** A block that is run in a window, one in a second window for which it waits, and how it ends. */
interface Example {
  readonly heading: string
  readonly command: Block
  readonly second: Block | undefined
  readonly ends: Ended
}

interface Ended {
  readonly failed: boolean
  readonly output: string
}

const isCommand = ({ kind }: Block): boolean => /^(?:sh|sh waits|sh fails|js \w+\.mjs)$/.test(kind)

/** Returns the examples of the page, in order. */
function examplesOf(blocks: readonly Block[]): Example[] {
  return blocks.flatMap((command, at): Example[] => {
    if (!isCommand(command)) return []
    const second = command.kind === 'sh waits' ? blocks[at + 1] : undefined
    const after = blocks[at + (second ? 2 : 1)]
    const output = after?.kind === 'output' ? after.text : ''
    return [{ heading: command.heading, command, second, ends: { failed: command.kind === 'sh fails', output } }]
  })
}

let platform: Platform
let environment: Record<string, string> = {}
let token = ''
/** The blocks of setup as they stand, with the values of this platform. */
let setup = ''
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
  const values = {
    PORT: new URL(platform.mqttUrl).port,
    URL: platform.url,
    DEVICE_ID: Device.parse(await device.json()).id?.id ?? '',
  }
  setup = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`\\b${name}=\\S+`), `${name}=${value}`),
    blocksOf(PAGE)
      .flatMap(({ kind, text }) => (kind === 'sh setup' ? [text] : []))
      .join('\n')
      .replace('admin@city.example', TEST_ADMIN.email)
      .replace('the password', TEST_ADMIN.password),
  )
  environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    TLS_PORT: new URL(platform.mqttsUrl ?? '').port,
    CA_FILE: certFile,
    ...values,
  }
  symlinkSync(join(APP, '..', '..', 'node_modules'), join(folder, 'node_modules'))
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

/** Runs a block of the page in a shell after its setup, a script by its file, and collects everything that it prints. */
function run({ kind, text }: Block): Promise<Ended> {
  const [, script] = /^js (\S+)$/.exec(kind) ?? []
  if (script !== undefined) writeFileSync(join(folder, script), text)
  const command = script === undefined ? text : `node ${script}`
  const args = ['--norc', '-e', '-o', 'pipefail', '-c', `${setup}\n${command}`]
  const child = spawn('bash', args, { env: environment, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
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

/** Runs the windows of an example; resolves with how the first one ends. */
async function play({ command, second }: Example): Promise<Ended> {
  const before = subscribed
  const ended = run(command)
  if (second !== undefined) {
    await until(() => subscribed > before)
    expect(await run(second)).toMatchObject({ failed: false })
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

  test('names for each block how it is run', () => {
    const isKnown = (block: Block) => isCommand(block) || /^(?:sh setup|sh second|output)$/.test(block.kind)
    expect(blocksOf(PAGE).filter((block) => !isKnown(block))).toEqual([])
  })

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

  const general = (key: string): string => key.replace(/(^|_)(Pr?)\d/, '$1$2{n}').replace(/_X\d$/, '_X1')

  test('names every key of telemetry and of the settings', () => {
    const clock = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second']
    const names = [...TELEMETRY_KEYS, ...SETTINGS.flatMap(keysOf), ...clock].map((key) => `\`${general(key)}\``)
    expect(names.filter((name) => !PAGE.includes(name))).toEqual([])
  })

  test('has the unit and the range of every setting', () => {
    const table = PAGE.slice(PAGE.indexOf('\n## Settings: shared attributes'))
    const wrong = SETTINGS.flatMap(({ keys }) => keys).filter(({ key, unit, range: { min, max } }) => {
      const cells =
        table
          .split(`\n| \`${general(key)}\``)[1]
          ?.split('\n')[0]
          ?.split('|') ?? []
      const [, ofUnit = '', ofRange = ''] = cells.map((cell) => cell.trim())
      const end = max === Number.MAX_SAFE_INTEGER ? ' or more' : `-${max}`
      // Any whole number is taken, and those with a meaning are listed; a cycle limits an offset further.
      const isOwn = min === Number.MIN_SAFE_INTEGER || ofRange === `${min} to cycle - 1`
      return (unit !== undefined && ofUnit !== unit) || !(isOwn || ofRange === `${min}${end}`)
    })
    expect(wrong.map(({ key }) => key)).toEqual([])
  })
})
