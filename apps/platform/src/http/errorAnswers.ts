/** @file Turns the errors of requests into the contract's error bodies. */
import { ERRORS, type ErrorBody, type ErrorName, MESSAGES } from '@greenwave/contract/wire/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { TokenRefused } from '../access/principal.ts'
import { PasswordChangeDue, Refusal } from '../access/refusal.ts'
import { PayloadRefused } from '../data/values/valueTyping.ts'
import { isFull, isOfDisk } from '../meter/diskWatch.ts'
import { DataFileGone } from '../sqlite/privateFiles.ts'
import { EntityTooLarge } from '../store/entityBody.ts'
import { PageTooLarge } from '../store/pageBudget.ts'
import { StoreFull } from '../store/recordedDatabase.ts'
import { VersionConflict } from '../store/store.ts'
import { DAMAGED_CODE } from '../threads/threadMessages.ts'

/** An error that a telemetry or RPC call answers as plain text. */
export class TextRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.name = 'TextRefusal'
    this.status = status
  }
}

const GENERAL_MESSAGE = 'Internal error. The log of the platform says more.'
const FULL_MESSAGE = 'The disk of the platform is full, so this was not saved. Make room on it, then try again.'
const DISK_MESSAGE = 'The platform cannot read or write its data. Its log says more.'

/** Returns the body of an error in the contract's form. */
export function errorBody(name: ErrorName, message: string, status: number = ERRORS[name].status): ErrorBody {
  return { status, message, errorCode: ERRORS[name].errorCode, timestamp: Date.now() }
}

/** Answers an error in the contract's words; an internal error is only logged in full. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof PasswordChangeDue) {
    return send(reply, { ...errorBody(error.error, error.message), resetToken: error.resetToken })
  }
  if (error instanceof Refusal) return send(reply, errorBody(error.error, error.message))
  if (error instanceof TextRefusal) return sendText(reply, error.status, error.message)
  if (error instanceof TokenRefused) {
    // A refresh token was sent as an access token; ThingsBoard answers this in the same way.
    if (error.reason === 'scope') return send(reply, errorBody('general', error.message))
    const isOver = error.reason === 'expired' || error.reason === 'outdated'
    return send(reply, errorBody(isOver ? 'tokenExpired' : 'authentication', error.message))
  }
  if (error instanceof PayloadRefused) {
    return error.reason === 'nullValue'
      ? send(reply, errorBody('general', error.message))
      : sendText(reply, 400, error.message)
  }
  if (error.code === PageTooLarge.CODE || error instanceof EntityTooLarge || error instanceof StoreFull) {
    return send(reply, errorBody('badRequest', error.message))
  }
  if (error instanceof VersionConflict) return send(reply, errorBody('versionConflict', error.message))
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = request.routeOptions.bodyLimit
    return reply
      .code(413)
      .type('application/json')
      .send(JSON.stringify(`Payload size exceeds the limit of ${limit} bytes`))
  }
  const status = error.statusCode ?? 500
  if (status === 429) return send(reply, errorBody('tooManyRequests', error.message))
  if (status >= 400 && status < 500) return send(reply, errorBody('badRequest', error.message, status))
  request.log.error({ err: error, method: request.method, path: request.routeOptions.url }, 'a call failed')
  return send(reply, errorBody('general', messageOf(error)))
}

function messageOf(error: FastifyError): string {
  if (isFull(error)) return FULL_MESSAGE
  const isOfData = error instanceof DataFileGone || error.code === DAMAGED_CODE || isOfDisk(error)
  return isOfData ? DISK_MESSAGE : GENERAL_MESSAGE
}

/** Answers a path below `/api` that is no call, or a call with another method. */
export function answerUnknownCall(
  request: FastifyRequest,
  reply: FastifyReply,
  knownMethods: readonly string[],
): FastifyReply {
  return knownMethods.length === 0
    ? send(reply, errorBody('itemNotFound', MESSAGES.itemNotFound))
    : send(
        reply.header('allow', knownMethods.join(', ')),
        errorBody('badRequest', `Request method '${request.method}' is not supported`, 405),
      )
}

/** Returns a refusal for missing permission, as plain text. */
export function deniedAsText(): TextRefusal {
  return new TextRefusal(403, MESSAGES.permissionDenied)
}

function send(reply: FastifyReply, body: ErrorBody): FastifyReply {
  return reply.code(body.status).type('application/json').send(JSON.stringify(body))
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain;charset=UTF-8').send(text)
}
