/** @file Large answers, counted in bytes until their callers have read them: one who asks and does not read holds them in memory. */
import type { FastifyInstance } from 'fastify'
import { LIMITS } from '../limits/limits.ts'
import { errorBody } from './errorAnswers.ts'
import { UserRoom } from './userRoom.ts'

/** Largest answer that needs no room of the budget: connections are limited by themselves. */
const SMALL_ANSWER_BYTES = 65_536

/** Has larger answers take their room until they were read. Who finds none is answered 429; what was written stays written, and is told. */
export function registerAnswerBudget(app: FastifyInstance): void {
  const room = new UserRoom({ ofUser: LIMITS.answerBytesOfUser.value, total: LIMITS.answerBytes.value })

  app.addHook('onSend', async (request, reply, payload) => {
    // Streams are read at their caller's pace and hold next to nothing.
    if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload
    const bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length
    if (bytes <= SMALL_ANSWER_BYTES || (request.method !== 'GET' && request.method !== 'HEAD')) return payload
    const user = request.principal?.userId ?? request.ip
    if (!room.take(user, bytes)) {
      const refusal = errorBody(
        'tooManyRequests',
        'Too many large answers wait to be read! Read them before you ask for more.',
      )
      reply.code(refusal.status).type('application/json')
      return JSON.stringify(refusal)
    }
    reply.raw.once('close', () => room.giveBack(user, bytes))
    return payload
  })
}
