import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { beginAnswer } from '../data/memory/historyReads.ts'
import { LIMITS } from '../limits/limits.ts'
import type { SentFile } from './callTypes.ts'

/** Answers up to this size are sent whole, bytes. */
const WHOLE_BYTES = 262_144

/** Sends JSON text, or a file, in pieces that are made while they are sent, at the pace of the caller's network. */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncGenerator<Uint8Array>,
  file?: SentFile,
): Promise<FastifyReply> {
  const answer = await beginAnswer(pieces, WHOLE_BYTES).catch((error: unknown) => {
    if (reply.raw.destroyed) return undefined
    throw error
  })
  // The caller is gone.
  if (!answer) return reply.hijack()
  if (file) reply.header('content-disposition', `attachment; filename="${file.name}"`)
  if ('whole' in answer) return reply.type(file?.type ?? 'application/json').send(answer.whole)
  const { begun, rest } = answer
  // A stream that is destroyed before its first piece was taken would not end its source.
  const end = (): void => void rest.return(undefined).catch(() => {})
  if (reply.raw.destroyed) end()
  else reply.raw.once('close', end)
  const stream = Readable.from(
    (async function* () {
      yield begun
      yield* rest
    })(),
  )
  reply.raw.setTimeout(LIMITS.historyStallMs.value, () => reply.raw.destroy())
  return reply.type(file?.type ?? 'application/json; charset=utf-8').send(stream)
}
