import { jsonLossLine, LogOutput } from '@greenwave/client/program/LogOutput'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Settings } from '../start/settings.ts'

/** Standard error, as the log of this process writes to it. */
export const logOutput = new LogOutput({ describeLoss: jsonLossLine })

/**
 * Creates the log of a run: one JSON object per line on standard error, so that standard output is free for results.
 */
export function createLog(level: Settings['logLevel']): FastifyBaseLogger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, logOutput)
}
