import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Settings } from '../start/settings.ts'

/** The log of a run: one JSON object a line on standard error, so that standard output keeps what a person asked for. */
export function createLog(level: Settings['logLevel']): FastifyBaseLogger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  )
}
