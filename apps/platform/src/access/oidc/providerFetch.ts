import { LIMITS } from '../../limits/limits.ts'

const MAX_ANSWER_BYTES = LIMITS.providerAnswerBytes.value
/** Timeout of an answer of the provider, milliseconds. */
const PATIENCE_MS = 10_000

/** The provider cannot be reached, or its answer is none: a failure of its server, or too much of it. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/** Fetches an answer of the provider, whole but bounded. Rejects with ProviderUnreachable. */
export async function fetchFromProvider(url: string, options: object = {}): Promise<Response> {
  // The deadline holds for the body too.
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const answer = await fetch(url, { ...options, redirect: 'manual', signal })
    if (answer.status >= 500) {
      await answer.body?.cancel()
      throw new Error(`it answered with status ${answer.status}`)
    }
    const { status, statusText, headers } = answer
    return new Response(await bodyOf(answer), { status, statusText, headers })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ProviderUnreachable(`${new URL(url).origin} does not answer: ${why}`, { cause: error })
  }
}

async function bodyOf(answer: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (answer.body === null) return null
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body) {
    size += piece.byteLength
    if (size > MAX_ANSWER_BYTES) throw new Error(`its answer has more than ${MAX_ANSWER_BYTES} bytes`)
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}
