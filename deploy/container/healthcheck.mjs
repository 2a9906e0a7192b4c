/** @file Exits with 0 if the console's port of this container answers `/healthz`, otherwise with 1. */
import process from 'node:process'

const ANSWERED_WITHIN_MS = 4_000

const port = process.env.GREENWAVE_PORT || '8080'
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
}).catch(() => undefined)
process.exitCode = answer?.ok ? 0 : 1
