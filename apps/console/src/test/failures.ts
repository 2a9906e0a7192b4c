import { errorAnswer } from './stubPlatform.ts'

/** Returns the ways in which a call can fail, each with its answer and the text that the user must see. */
export function failures(fallback: string): readonly [what: string, answer: Response | Error, words: string][] {
  return [
    ['an error with a message', errorAnswer(400, 'Refused for a reason', 31), 'Refused for a reason'],
    [
      'a lack of rights',
      errorAnswer(403, "You don't have permission to perform this operation!", 20),
      "You don't have permission to perform this operation!",
    ],
    ['a body of plain text', new Response('Not today', { status: 500 }), 'Not today'],
    ['a page of HTML', new Response('<html><body>Bad gateway</body></html>', { status: 502 }), fallback],
    ['an empty body', new Response(null, { status: 500 }), fallback],
    ['no response', new TypeError('Failed to fetch'), fallback],
  ]
}
