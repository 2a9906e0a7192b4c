import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { beginAnswer } from '../data/historyReads.ts'
import { LIMITS } from '../limits/limits.ts'

/** Answers up to this size are sent whole, bytes. */
const WHOLE_BYTES = 262_144

/** Answers JSON text whose pieces are made while they are sent; the caller's network sets the pace. */
export async function sendPieces(reply: FastifyReply, pieces: AsyncGenerator<Uint8Array>): Promise<FastifyReply> {
  const answer = await beginAnswer(pieces, WHOLE_BYTES)
  if ('text' in answer) return reply.type('application/json').send(answer.text)
  const { begun, rest } = answer
  const stream = Readable.from(
    (async function* () {
      yield begun
      yield* rest
    })(),
  )
  reply.raw.setTimeout(LIMITS.historyStallMs.value, () => reply.raw.destroy())
  return reply.type('application/json; charset=utf-8').send(stream)
}
