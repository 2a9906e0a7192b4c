/**
 * @file Counts the bytes of large answers until their callers have read them: a caller who does not read keeps an
 * answer in memory.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIMITS } from '../limits/limits.ts'
import { errorBody } from './errorAnswers.ts'
import { UserByteBudget } from './userByteBudget.ts'

/** Answers up to this size do not count, because the number of connections limits them. */
const SMALL_ANSWER_BYTES = 65_536

/**
 * Counts the larger answers of reading calls until they are read; an answer over the budget becomes a 429. Answers of
 * writing calls always pass, so that callers learn what was written.
 */
export function registerAnswerBudget(app: FastifyInstance): void {
  const budget = new UserByteBudget({ ofUser: LIMITS.answerBytesOfUser.value, total: LIMITS.answerBytes.value })

  app.addHook('onSend', async (request, reply, payload) => {
    // A stream is read at its caller's pace and takes hardly any memory.
    if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload
    const bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length
    if (bytes <= SMALL_ANSWER_BYTES || !isOfRead(request)) return payload
    const user = request.principal?.userId ?? request.ip
    if (!budget.take(user, bytes)) {
      const refusal = errorBody(
        'tooManyRequests',
        'Too many large answers wait to be read! Read them before you ask for more.',
      )
      reply.code(refusal.status).type('application/json')
      return JSON.stringify(refusal)
    }
    reply.raw.once('close', () => budget.giveBack(user, bytes))
    return payload
  })
}

function isOfRead({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || routeOptions.config.onlyReads === true
}
