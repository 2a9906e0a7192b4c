import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

it('work on one thing runs in turn, even after a failure, and work on another does not wait', async () => {
  const turns = new Turns()
  const happened: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = turns.run('a', async () => {
    happened.push('a1 begins')
    await gate.promise
    happened.push('a1 fails')
    throw new Error('no')
  })
  const second = turns.run('a', async () => {
    happened.push('a2')
    return 2
  })
  expect(await turns.run('b', async () => 'b')).toBe('b')
  expect(happened).toEqual(['a1 begins'])
  gate.resolve()
  await expect(first).rejects.toThrow('no')
  expect(await second).toBe(2)
  expect(happened).toEqual(['a1 begins', 'a1 fails', 'a2'])
})
