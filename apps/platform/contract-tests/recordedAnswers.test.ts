/** @file Recorded answers of a ThingsBoard CE 4.3, trimmed, are parsed by the schemas that console and tools use. */
import { readFileSync } from 'node:fs'
import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { parseTolerantly } from '@greenwave/contract/wire/tolerant'
import { expect, it } from 'vitest'

const answers = JSON.parse(readFileSync(new URL('./fixtures/thingsboardAnswers.json', import.meta.url), 'utf8')) as {
  call: CallName
  answer: unknown
}[]

const rowsOf = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data)
    ? answer.data.length
    : undefined

it.each(answers.map(({ call, answer }, nth) => [call, nth, answer] as const))(
  '%s (answer %i) is read whole: nothing of it is odd',
  (name, _nth, answer) => {
    const call: Call = calls[name]
    const odd: string[] = []
    const read = call.reply && parseTolerantly(call.reply, answer, (remark) => odd.push(remark))
    expect(read?.success).toBe(true)
    expect(odd).toEqual([])
    if (read?.success) expect(rowsOf(read.data)).toBe(rowsOf(answer))
  },
)
