/**
 * Reads the text of an answer. Rejects with a RangeError when it is longer than `maxBytes`, of which no more is taken then, and
 * with what the transport says when it breaks off.
 */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > maxBytes) {
      // What the transport says of the end that was asked for concerns nobody.
      reader.cancel().catch(() => undefined)
      throw new RangeError(`The answer is longer than ${maxBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
