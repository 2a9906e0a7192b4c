/** @file The documentation of a call in `/docs`: who may make it, and all its answers. */
import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { ErrorBody } from '@greenwave/contract/wire/errors'
import '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { type $ZodType, type JSONSchema, toJSONSchema } from 'zod/v4/core'
import { isPublicCall, type Permission, type Reach } from '../access/permissions.ts'
import type { CallPolicy } from './callTypes.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Reach of each role, or `public`, or `signInStep`; for programs that read the document. */
    'x-permissions'?: 'public' | 'signInStep' | Permission
  }
}

/** A schema in the form of OpenAPI 3.1. */
type JsonSchema = JSONSchema.BaseSchema

interface Answer {
  readonly description: string
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
}
type Answers = Readonly<Record<number, Answer | JsonSchema>>

/**
 * Returns the schema of what callers send (`input`) or get (`output`). A query parameter that is converted from text to
 * a number has no schema of its own.
 */
function schemaOf(schema: $ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...document } = toJSONSchema(schema, { io, unrepresentable: 'any' })
  return document
}

const REACH: Readonly<Record<Reach, string>> = {
  no: 'no',
  all: 'yes',
  tenant: 'within the tenant',
  customer: 'within their customer',
  self: 'only themselves',
}

const ERROR_BODY = schemaOf(ErrorBody, 'output')
const TEXT: JsonSchema = { type: 'string' }

const json = (description: string): Answer => ({ description, content: { 'application/json': { schema: ERROR_BODY } } })
const text = (description: string): Answer => ({ description, content: { 'text/plain': { schema: TEXT } } })
const jsonOrText = (description: string): Answer => ({
  description,
  content: { ...json('').content, ...text('').content },
})
const empty = (description: string): JsonSchema => ({ description, type: 'null' })

/** The media type of a file by the call that replies it. */
const FILE_TYPES: Partial<Record<CallName, string>> = { image: 'image/*' }
const fileOf = (name: CallName): Answer => ({
  description: 'The file; its name is in Content-Disposition.',
  content: { [FILE_TYPES[name] ?? 'application/zip']: { schema: { type: 'string', format: 'binary' } } },
})

const TOO_LARGE: Answer = {
  description: 'The body is larger than allowed; the answer is a JSON string.',
  content: { 'application/json': { schema: TEXT } },
}

/** Answers that a call has in addition to those of its family. */
const OWN_ANSWERS: Partial<Record<CallName, Answers>> = {
  login: {
    401: json(
      'Wrong account or password, a locked or disabled account, a body of any other shape; or (error code 15) the password must be changed first, at `/api/noauth/resetPassword` with the `resetToken` of this answer.',
    ),
  },
  resetPassword: { 401: json('The token has expired, was used, or is none.') },
  checkVerificationCode: { 429: json('Too many wrong codes.') },
  proveIdentity: { 429: json('Too many wrong passwords.') },
  refreshToken: {
    401: json('The token has expired, was voided, was used before, is an access token, or its user may not sign in.'),
  },
  openActivation: {
    303: empty('To the page where a password is made, or to the one that says that the link has expired.'),
    409: empty('The token of this link is unknown.'),
  },
  changePassword: { 429: json('Too many wrong passwords.') },
  uploadImage: { 404: json('No device has the id in the title.') },
  assetByName: { 404: json('No asset has the name.') },
  tenantPlainAssets: { 404: json('No asset has the name.') },
  evidence: { 429: json('Too many packages of this user wait.') },
  findEntities: { 429: json('Too many queries of this user wait, or too many large answers are unread.') },
  countEntities: { 429: json('Too many queries of this user wait.') },
  findAlarms: { 429: json('Too many queries of this user wait, or too many large answers are unread.') },
  countAlarms: { 429: json('Too many queries of this user wait.') },
  tenantPlainDevices: { 404: json('No device has the name.') },
  saveAlarm: { 404: json('Nothing has this id.') },
  saveAttributes: { 500: json('A value is null.') },
  saveDeviceAttributes: { 500: json('A value is null.') },
  rpcOneway: { 504: empty('The device is not connected.') },
  rpcTwoway: { 504: empty('The device is not connected or did not answer in time.') },
}

function errorsOf(name: CallName): Answers {
  const call: Call = calls[name]
  const isPublic = isPublicCall(name)
  const refusal = call.refusal === 'text' ? text : json
  const isTelemetry = tagOf(call.path) === 'telemetry'
  return {
    ...(call.params || call.query || call.body
      ? { 400: (isTelemetry ? jsonOrText : json)('A parameter or the body is not as it must be.') }
      : {}),
    ...(isPublic
      ? { 429: json('Too many calls from this address.') }
      : { 401: json('No token, or one that is broken, expired or voided.'), 403: refusal('Not with this role.') }),
    ...(call.params ? { 403: refusal('Not with this role, or not with this entity.') } : {}),
    ...(call.params || call.versioned ? { 404: refusal('Nothing has this id.') } : {}),
    ...(call.versioned
      ? { 409: json('Saved by another user since it was read: `version` is not the stored one.') }
      : {}),
    ...(call.body ? { 413: TOO_LARGE } : {}),
    ...(call.body && call.bodyAs === undefined && !isPublic ? { 415: json('The content type is not JSON.') } : {}),
    ...(call.bodyAs === 'form' ? { 415: json('The content type is not multipart/form-data.') } : {}),
    ...OWN_ANSWERS[name],
  }
}

/** Returns the schemas of a call with its errors and permissions, as fastify passes them on to the document. */
export function documentationOf(name: CallName, { may, summary, records, example }: CallPolicy): FastifySchema {
  const call: Call = calls[name]
  const permission = may ?? (isPublicCall(name) ? 'public' : 'signInStep')
  const who =
    permission === 'public'
      ? 'Needs no token.'
      : permission === 'signInStep'
        ? 'Needs the token that the sign-in answered in place of a pair.'
        : `Tenant administrators: ${REACH[permission.TENANT_ADMIN]}. Customer users: ${REACH[permission.CUSTOMER_USER]}.`
  return {
    summary,
    description: records === undefined ? who : `${who} Audit log: ${[records].flat().join(', ')}.`,
    tags: [tagOf(call.path)],
    operationId: name,
    'x-permissions': permission,
    ...(permission === 'public' ? { security: [] } : {}),
    ...(call.params === undefined ? {} : { params: schemaOf(call.params, 'input') }),
    ...(call.query === undefined ? {} : { querystring: schemaOf(call.query, 'input') }),
    ...(call.body === undefined
      ? {}
      : { body: { ...schemaOf(call.body, 'input'), ...(example && { examples: [example] }) } }),
    ...(call.bodyAs === 'form' ? { consumes: ['multipart/form-data'] } : {}),
    response: {
      ...(call.redirects
        ? {}
        : {
            200:
              call.replyAs === 'file'
                ? fileOf(name)
                : call.reply
                  ? schemaOf(call.reply, 'output')
                  : empty('Done; the body is empty.'),
          }),
      ...errorsOf(name),
    },
  }
}

/** Returns the heading of a call on the documentation page: the resource named in its path. */
function tagOf(path: string): string {
  const [, first = '', second = ''] = /^\/api\/(?:v2\/)?(?:plugins\/)?([a-z-]+)(?:\/([a-zA-Z]+))?/i.exec(path) ?? []
  if (first === 'auth' || first === 'noauth') return 'sign-in'
  if (path.startsWith('/api/2fa/')) return 'second factors'
  if (first.startsWith('user')) return 'users'
  if (second === 'deviceInfos' || path.includes('/device')) return 'devices'
  if (path.includes('/asset')) return 'assets'
  if (first.startsWith('customer')) return path.endsWith('/users') ? 'users' : 'customers'
  if (first.startsWith('alarm')) return 'alarms'
  return first
}
