import { waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { errorAnswer } from './stubPlatform.ts'

/**
 * Returns the two ways in which a call can fail that a page tells apart, each with its answer and the text that the user
 * must see. Which bodies have a sentence is a rule of `parseErrorBody`.
 */
export function failures(fallback: string): readonly [what: string, answer: Response | Error, words: string][] {
  return [
    ['an error with a message', errorAnswer(400, 'Refused for a reason', 31), 'Refused for a reason'],
    ['no response', new TypeError('Failed to fetch'), fallback],
  ]
}

/** An answer of the platform, for the table of `stubPlatform`, that a test changes while its page is open. */
interface ChangingAnswer {
  (): Response | Error | undefined
  current: Response | Error | undefined
}

/** Returns an answer that can be changed. */
export function changingAnswer(): ChangingAnswer {
  const answer: ChangingAnswer = Object.assign(() => answer.current, { current: undefined })
  return answer
}

/** Sends a call once for each way in which it can fail, and asserts that an alert within `part` says so each time. */
export async function expectEachFailure(
  answer: ChangingAnswer,
  fallback: string,
  part: HTMLElement,
  send: () => Promise<void>,
): Promise<void> {
  for (const [, failure, words] of failures(fallback)) {
    answer.current = failure
    await send()
    await waitFor(() => expect(within(part).getByRole('alert')).toHaveTextContent(words))
  }
}
