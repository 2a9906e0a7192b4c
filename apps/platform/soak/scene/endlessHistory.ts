/**
 * A platform in whose history each junction has a sample for every second of any time, and which makes no evidence: a
 * command that takes some makes it itself.
 */
import httpProxy from '@fastify/http-proxy'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { fastify } from 'fastify'

const CYCLE_SECONDS = 80

/** The address of a front that makes up the history, and passes everything else on to a platform. */
export interface EndlessHistory {
  readonly url: string
  /** How many values it has answered. */
  values(): number
  stop(): Promise<void>
}

/** Starts it before a platform. */
export async function startEndlessHistory(upstream: string): Promise<EndlessHistory> {
  const app = fastify()
  let count = 0
  await app.register(httpProxy, {
    upstream,
    preHandler: ({ url }, reply, done) => {
      const { pathname, searchParams } = new URL(url, upstream)
      if (pathname.includes('/greenwave/evidence/')) {
        void reply.code(404).send({ status: 404, message: 'Not found', errorCode: 32 })
      } else if (pathname.endsWith('/values/timeseries')) {
        const answer = valuesFor(searchParams)
        count += Object.values(answer).reduce((sum, { length }) => sum + length, 0)
        void reply.send(answer)
      } else done()
    },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, values: () => count, stop: () => app.close() }
}

function valuesFor(query: URLSearchParams): Readonly<Record<string, readonly { ts: number; value: number }[]>> {
  const [from, until, limit] = ['startTs', 'endTs', 'limit'].map((name) => Number(query.get(name)))
  const first = Math.ceil((from ?? 0) / 1000) * 1000
  const seconds = Math.max(0, Math.min(Math.ceil(((until ?? 0) - first) / 1000), limit ?? 0))
  const times = Array.from({ length: seconds }, (_, nth) => first + nth * 1000)
  // Records would be read for each quarter, too; here every second is a sample.
  const keys = (query.get('keys') ?? '').split(',').filter((key) => !key.startsWith('gw_'))
  const clocks = times.map((ts) => writeDeviceTime(localTimeAt(ts)))
  return Object.fromEntries(
    keys.map((key) => [key, times.map((ts, nth) => ({ ts, value: clocks[nth]?.[key] ?? countAt(key, ts) }))]),
  )
}

/** Phase 1 is green and the others red in the first half of a cycle, and all are red in the other. */
function countAt(key: string, ts: number): number {
  const left = CYCLE_SECONDS - ((ts / 1000) % CYCLE_SECONDS)
  const isGreen = left > CYCLE_SECONDS / 2
  if (key === 'T_X1') return isGreen ? left : 0
  return key.startsWith('T_D') && !(key === 'T_D1' && isGreen) ? left : 0
}
