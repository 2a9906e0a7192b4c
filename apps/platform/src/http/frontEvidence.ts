/**
 * @file Evidence in front of another platform. One that signs packages answers with its own; for any other the front
 * makes the same package of that platform's answers, and leaves it unsigned: a front keeps no key.
 */

import { ApiError, NetworkError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import { createClient, tokenSession } from '@greenwave/client/createClient'
import { VERSION } from '@greenwave/client/version'
import { calls } from '@greenwave/contract/wire/calls/calls'
import { evidencePackage } from '@greenwave/evidence/evidence'
import { fetchJunctionNotes } from '@greenwave/evidence/junctionNotes'
import { evidenceFileName } from '@greenwave/evidence/manifest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { evidenceSpan } from '../entities/evidence.ts'
import { FairPlaces } from '../limits/fairPlaces.ts'
import { LIMITS } from '../limits/limits.ts'
import { bearerToken } from './bearer.ts'
import { whenClosed } from './callRoutes.ts'
import { errorBody } from './errorAnswers.ts'
import { parseInteger } from './queryValues.ts'
import { sendPieces } from './sendPieces.ts'
import { forwarded } from './upstreamProxy.ts'

const ZIP = 'application/zip'

/** Answers the call of evidence. `upstream` is the platform's origin. */
export function registerFrontEvidence(app: FastifyInstance, upstream: string): void {
  const places = new FairPlaces({
    what: 'packages of evidence',
    total: LIMITS.evidencePackages.value,
    ofOneOwner: LIMITS.evidencePackagesOfUser.value,
    waitingOfOneOwner: LIMITS.evidencePackagesWaitingOfUser.value,
  })
  app.get(calls.evidence.path, async (request, reply) => {
    const call = createClient({
      calls,
      base: upstream,
      fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, ...forwarded(request) } }),
      session: tokenSession(bearerToken(request.headers)),
    })
    try {
      return await ((await sendOwn(call, request, reply)) ?? sendUnsigned(call, request, reply, places))
    } catch (error) {
      if (error instanceof NetworkError) {
        return reply.code(502).send(errorBody('general', 'The platform behind this console does not answer.', 502))
      }
      if (!(error instanceof ApiError)) throw error
      return reply.code(error.status).send(errorBody('general', error.message, error.status))
    }
  })
}

/** Reads the device and the time span of a request. */
function asked({ params, query }: FastifyRequest) {
  const { deviceId = '' } = params as { readonly deviceId?: string }
  const { startTs, endTs } = query as { readonly startTs?: string; readonly endTs?: string }
  return { deviceId, query: { startTs, endTs } }
}

/** Sends the platform's own package; undefined if it makes none. */
async function sendOwn(call: CallApi, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { deviceId, query } = asked(request)
  try {
    const signal = whenClosed(reply)
    const { name, bytes } = await call('evidence', { params: { deviceId }, query, signal })
    return await sendPieces(reply, piecesOf(bytes), { name: name ?? 'evidence.zip', type: ZIP })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes
}

async function sendUnsigned(
  call: CallApi,
  request: FastifyRequest,
  reply: FastifyReply,
  places: FairPlaces,
): Promise<FastifyReply> {
  const { deviceId, query } = asked(request)
  const span = evidenceSpan(parseInteger(query, 'startTs'), parseInteger(query, 'endTs'), Date.now())
  const device = await call('deviceInfo', { params: { deviceId } })
  const { email } = await call('currentUser')
  const signal = whenClosed(reply)
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const leave = await places.take(email, signal)
    try {
      const notes = await fetchJunctionNotes(call, deviceId)
      yield* evidencePackage({
        source: { call, deviceId, signal },
        device: { id: deviceId, name: device.name, label: device.label ?? '', type: device.type },
        notes,
        span,
        made: { atMs: Date.now(), by: email, software: `Greenwave ${VERSION}` },
        remarks: ['Read from another platform, in front of which this was made.'],
        signer: null,
      })
    } finally {
      leave()
    }
  }
  return sendPieces(reply, pieces(), { name: evidenceFileName(device.name, span.fromMs), type: ZIP })
}
