/** @file What callers are sending, counted in bytes while it is held: bodies are read whole before they are looked at. */
import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIMITS } from '../limits/limits.ts'
import { UserRoom } from './userRoom.ts'

/** Largest body that needs no room of the budget: of all calls without a token, and of nearly all others. */
export const SMALL_BODY_BYTES = 65_536

const tooMuch = (): Error =>
  Object.assign(new Error('Too many large requests at once! Send them one after another.'), { statusCode: 429 })

/**
 * Has larger bodies take their room before they are read, by their announced length, or as they come where none was announced. The
 * room is free again once the call was answered. Who finds none is answered 429, and his connection ends.
 */
export function registerBodyBudget(app: FastifyInstance): void {
  const room = new UserRoom({ ofUser: LIMITS.bodyBytesOfUser.value, total: LIMITS.bodyBytes.value })

  app.addHook('preParsing', async (request: FastifyRequest, reply, payload) => {
    const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers
    const { bodyLimit } = request.routeOptions
    const length = Number(announced ?? 0)
    // What is over its limit is refused unread.
    if (bodyLimit <= SMALL_BODY_BYTES || length > bodyLimit) return payload
    const user = request.principal?.userId ?? request.ip
    let taken = 0
    const mayHold = (bytes: number): boolean => {
      if (!room.take(user, bytes)) return false
      taken += bytes
      return true
    }
    if (encoding === undefined && length <= SMALL_BODY_BYTES) return payload
    reply.raw.once('close', () => room.giveBack(user, taken))
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
