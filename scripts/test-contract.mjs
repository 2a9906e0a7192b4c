/**
 * @file `npm run test:contract`: runs the contract tests against the platform given by the flags, or against
 * Greenwave's own without them.
 */
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { addressOf } from '../packages/client/src/callRequest.ts'
import { ROOT } from './lib/root.mjs'

const HELP = `Usage: npm run test:contract -- [--url <url> --user <e-mail> --password <password> [--mqtt <url>] [--strict]]

Runs the tests of REST, live socket and MQTT that every platform of the ThingsBoard family must pass. They make devices,
customers and users of their own, with names that no other has, and delete them at the end; nothing else is touched.

  --url       platform to test, such as https://platform.example; without it Greenwave's own is started in memory
  --user      e-mail of a tenant administrator there
  --password  the administrator's password; better given as GREENWAVE_CONTRACT_PASSWORD, which no process list shows
  --mqtt      where its devices connect, such as mqtts://platform.example:8883; default: the host of --url, port 1883
  --strict    the platform is a Greenwave: also run the tests of what Greenwave does more strictly than its family
  -h, --help  this text

Each setting can also be given as GREENWAVE_CONTRACT_URL, _USER, _PASSWORD, _MQTT and _STRICT.
Ends with 0 when all tests pass, 1 when some fail, 2 when a setting is wrong or the platform cannot be reached.
`
const PATIENCE_MS = 10_000

/** Prints one line and exits with the code for wrong settings. */
function refuse(message) {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function readFlags() {
  try {
    const text = { type: 'string' }
    const flag = { type: 'boolean' }
    const options = { url: text, mqtt: text, user: text, password: text, strict: flag, help: { ...flag, short: 'h' } }
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(`${error.message}\n\n${HELP}`)
  }
}

/** Returns the address for devices: the flag, or MQTT's usual port on the platform's host. */
function readMqttUrl(given, url) {
  const text = given ?? `mqtt://${new URL(url).hostname}:1883`
  const isMqtt = URL.canParse(text) && /^mqtts?:$/.test(new URL(text).protocol)
  return isMqtt ? text : refuse(`--mqtt is ${text}: give an address such as mqtt://platform.example:1883`)
}

/** Reports why a platform cannot be tested, before dozens of tests fail with different messages. */
async function checkPlatform({ url, mqtt, user, password }) {
  const answer = await fetch(url + addressOf('login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: user, password }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error) => refuse(`No platform answers at ${url} (${error.cause?.code ?? error.message}): see --url.`))
  const body = await answer.json().catch(() => undefined)
  if (answer.status === 401) refuse(`${url} refuses ${user} (${body?.message}): see --user and --password.`)
  if (!answer.ok || typeof body?.token !== 'string') {
    refuse(`${url} answers a sign-in with status ${answer.status} and no token: is it the platform's address?`)
  }
  const { scopes = [] } = JSON.parse(Buffer.from(body.token.split('.')[1] ?? '', 'base64url').toString() || '{}')
  if (!scopes.includes('TENANT_ADMIN')) refuse(`${user} is no tenant administrator (${scopes}): see --user.`)
  await checkMqttPort(mqtt)
}

function checkMqttPort(mqtt) {
  const { protocol, hostname, port } = new URL(mqtt)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || (protocol === 'mqtts:' ? 8883 : 1883) })
    const fail = (reason) => refuse(`Nothing takes connections of devices at ${mqtt} (${reason}): see --mqtt.`)
    socket.setTimeout(PATIENCE_MS, () => fail('no answer'))
    socket.on('error', (error) => fail(error.code ?? error.message))
    socket.on('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}

const flags = readFlags()
if (flags.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
const { env } = process
const url = (flags.url ?? env.GREENWAVE_CONTRACT_URL)?.replace(/\/+$/, '')
const settings = {}
if (url !== undefined) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    refuse(`--url is ${url}: give an address such as https://platform.example`)
  }
  const user =
    flags.user ?? env.GREENWAVE_CONTRACT_USER ?? refuse('--user is missing: give the e-mail of a tenant administrator')
  const password =
    flags.password ??
    env.GREENWAVE_CONTRACT_PASSWORD ??
    refuse("--password is missing: give the administrator's password")
  const mqtt = readMqttUrl(flags.mqtt ?? env.GREENWAVE_CONTRACT_MQTT, url)
  await checkPlatform({ url, mqtt, user, password })
  settings.GREENWAVE_CONTRACT_URL = url
  settings.GREENWAVE_CONTRACT_MQTT = mqtt
  settings.GREENWAVE_CONTRACT_USER = user
  settings.GREENWAVE_CONTRACT_PASSWORD = password
  if (flags.strict) settings.GREENWAVE_CONTRACT_STRICT = 'yes'
} else if (flags.user !== undefined || flags.password !== undefined || flags.mqtt !== undefined || flags.strict) {
  refuse('--url is missing: give the address of the platform to test')
}

const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
const run = spawn(process.execPath, [vitest, 'run', '--project', 'contract'], {
  cwd: ROOT,
  env: { ...env, ...settings },
  stdio: 'inherit',
})
run.on('exit', (code) => {
  process.exitCode = code ?? 1
})
