import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TokenVerifier } from '../access/principal.ts'
import type { ApiDocs } from './apiDocsServer.ts'
import { callerOf } from './bearer.ts'

/** Headers that belong to one connection. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/**
 * Registers the documentation of the calls at `/docs`, which is made when it is first opened: that would take a tenth of
 * a start. The page itself says nothing about an installation; it loads the document with the token of the console that
 * is signed in in the same browser.
 * @param tokens checks the token of whoever reads the document; undefined: everybody may read it
 */
export function registerApiDocs(app: FastifyInstance, tokens: TokenVerifier | undefined, docs: ApiDocs): void {
  let made: Promise<FastifyInstance> | undefined
  const make = async (): Promise<FastifyInstance> => (await import('./apiDocsServer.ts')).createApiDocsServer(docs)

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { url, headers } = request
    if (tokens) await authorize(tokens, request, reply)
    made ??= make()
    const answered = await (await made).inject({ method: 'GET', url, headers })
    if (answered.statusCode === 404) return reply.callNotFound()
    const own = Object.entries(answered.headers).filter(([name]) => !OF_CONNECTION.has(name))
    return reply.code(answered.statusCode).headers(Object.fromEntries(own)).send(answered.rawPayload)
  }

  for (const path of ['/docs', '/docs/*']) app.get(path, answer)
}

/** Refuses the document to requests without a valid token. */
async function authorize(tokens: TokenVerifier, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!/^\/docs\/(?:json|yaml)\/?(?:\?|$)/.test(request.url)) return
  try {
    await callerOf(request.headers, tokens)
  } catch (error) {
    // The page shows this phrase, and nothing of the body.
    reply.raw.statusMessage = 'Sign in to the console first, then load this page again.'
    throw error
  }
}
