/**
 * @file Behind `npm run test:contract`: runs the contract tests against the platform that the flags name, or against
 * Greenwave's own when none does.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { ROOT } from './lib/root.mjs'

const HELP = `Usage: npm run test:contract -- [--url <url> --user <e-mail> --password <password> [--mqtt <url>]]

  --url       platform to test, such as https://platform.example; without it Greenwave's own is started in memory
  --user      e-mail of a tenant administrator there
  --password  the administrator's password; better given as GREENWAVE_CONTRACT_PASSWORD, which no process list shows
  --mqtt      where its devices connect; default: the host of --url, port 1883
`

/** Prints one line and ends with the code for wrong settings. */
function refuse(message) {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function readFlags() {
  try {
    const options = { url: { type: 'string' }, mqtt: { type: 'string' }, user: { type: 'string' } }
    return parseArgs({ options: { ...options, password: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
      .values
  } catch (error) {
    return refuse(`${error.message}\n\n${HELP}`)
  }
}

const flags = readFlags()
if (flags.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
const { env } = process
const settings = {
  GREENWAVE_CONTRACT_URL: flags.url?.replace(/\/+$/, '') ?? env.GREENWAVE_CONTRACT_URL,
  GREENWAVE_CONTRACT_MQTT: flags.mqtt ?? env.GREENWAVE_CONTRACT_MQTT,
  GREENWAVE_CONTRACT_USER: flags.user ?? env.GREENWAVE_CONTRACT_USER,
  GREENWAVE_CONTRACT_PASSWORD: flags.password ?? env.GREENWAVE_CONTRACT_PASSWORD,
}
if (settings.GREENWAVE_CONTRACT_URL !== undefined) {
  if (!URL.canParse(settings.GREENWAVE_CONTRACT_URL))
    refuse(`--url is ${flags.url}: give an address such as https://platform.example`)
  if (settings.GREENWAVE_CONTRACT_USER === undefined)
    refuse('--user is missing: give the e-mail of a tenant administrator')
  if (settings.GREENWAVE_CONTRACT_PASSWORD === undefined)
    refuse("--password is missing: give the administrator's password")
} else if (flags.user !== undefined || flags.mqtt !== undefined) {
  refuse('--url is missing: give the address of the platform to test')
}

const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
const given = Object.entries(settings).filter(([, value]) => value !== undefined)
const run = spawn(process.execPath, [vitest, 'run', 'apps/platform/contract-tests'], {
  cwd: ROOT,
  env: { ...env, ...Object.fromEntries(given) },
  stdio: 'inherit',
})
run.on('exit', (code) => {
  process.exitCode = code ?? 1
})
