import { badRequest, Refusal } from '../access/refusal.ts'

/** Deepest nesting of a body; writing a deeper one as JSON would overflow the stack. */
const MAX_DEPTH = 100

/**
 * Parses a JSON body.
 * @throws {Refusal} 400 for a body that is missing, not JSON, nested too deeply or meant to change prototypes
 */
export function parseBody(text: string): unknown {
  if (text.trim() === '') throw badRequest('Required request body is missing')
  if (nestingDepth(text) > MAX_DEPTH) throw badRequest(`JSON bodies nest at most ${MAX_DEPTH} levels deep`)
  try {
    return /__proto__|\\u005f/i.test(text) ? JSON.parse(text, refusePrototypes) : JSON.parse(text)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw badRequest(`Malformed JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Parses a form (multipart/form-data) into an object with its parts. Rejects with a Refusal for any other body.
 */
export async function parseForm(body: unknown, type: string | undefined): Promise<unknown> {
  if (!(body instanceof Uint8Array) || body.length === 0) throw badRequest('Required request body is missing')
  if (!/^multipart\/form-data\b/i.test(type ?? '')) {
    throw Object.assign(new Error(`Content-Type '${type ?? ''}' is not supported`), { statusCode: 415 })
  }
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type ?? '' } }).formData()
    return Object.fromEntries(form)
  } catch (error) {
    throw badRequest(`Malformed form: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function refusePrototypes(key: string, value: unknown): unknown {
  if (key === '__proto__') throw badRequest("Malformed JSON: '__proto__' is no member of a request")
  return value
}

/** Returns the deepest nesting of objects and arrays in a JSON text. */
function nestingDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at += 1
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (char === 0x7d || char === 0x5d) depth -= 1
  }
  return deepest
}
