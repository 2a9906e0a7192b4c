/**
 * @file Counts the bytes of large request bodies while they are in memory: bodies are read completely before they are
 * checked.
 */
import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIMITS } from '../limits/limits.ts'
import { UserByteBudget } from './userByteBudget.ts'

/**
 * Bodies up to this size do not count; this is the limit for all calls without a token, and nearly all other bodies are
 * smaller.
 */
export const SMALL_BODY_BYTES = 65_536

const tooMuch = (): Error =>
  Object.assign(new Error('Too many large requests at once! Send them one after another.'), { statusCode: 429 })

/**
 * Counts larger bodies before they are read by their announced length, or as they arrive if none is announced. They
 * count until the call is answered. A body over the budget gets 429, and its connection is closed.
 */
export function registerBodyBudget(app: FastifyInstance): void {
  const budget = new UserByteBudget({ ofUser: LIMITS.bodyBytesOfUser.value, total: LIMITS.bodyBytes.value })

  app.addHook('preParsing', async (request: FastifyRequest, reply, payload) => {
    const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers
    const { bodyLimit } = request.routeOptions
    const length = Number(announced ?? 0)
    // A body over the limit of its call is refused without being read.
    if (bodyLimit <= SMALL_BODY_BYTES || length > bodyLimit) return payload
    const user = request.principal?.userId ?? request.ip
    let taken = 0
    const mayHold = (bytes: number): boolean => {
      if (!budget.take(user, bytes)) return false
      taken += bytes
      return true
    }
    if (encoding === undefined && length <= SMALL_BODY_BYTES) return payload
    reply.raw.once('close', () => budget.giveBack(user, taken))
    if (encoding === undefined) {
      if (mayHold(length)) return payload
      reply.header('connection', 'close')
      throw tooMuch()
    }
    let seen = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        seen += chunk.length
        const isSmall = seen <= SMALL_BODY_BYTES
        if (isSmall || mayHold(seen - taken)) {
          done(null, chunk)
          return
        }
        reply.header('connection', 'close')
        done(tooMuch())
      },
    })
    payload.on('error', (error) => counted.destroy(error))
    return payload.pipe(counted)
  })
}
