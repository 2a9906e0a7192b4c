import type { Answer } from './transport.ts'

/**
 * Reads the text of a response. Stops and rejects with a RangeError when it is longer than `maxBytes`; rejects with the
 * transport's error when it breaks off.
 */
export async function readText(response: Answer, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done || !value) return text + decoder.decode()
    bytes += value.length
    if (bytes > maxBytes) {
      // Errors of the cancellation do not matter any more.
      reader.cancel().catch(() => undefined)
      throw new RangeError(`The answer is longer than ${maxBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
