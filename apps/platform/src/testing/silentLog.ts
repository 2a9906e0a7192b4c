import { fastify } from 'fastify'

/** A log that says nothing. */
export const silentLog = fastify({ logger: false }).log
