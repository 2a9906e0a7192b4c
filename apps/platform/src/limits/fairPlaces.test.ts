import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairPlaces, TooMuchWaits } from './fairPlaces.ts'

const places = (total: number, ofOneOwner: number, waitingOfOneOwner = 100) =>
  new FairPlaces({ what: 'reads', total, ofOneOwner, waitingOfOneOwner })

test('an owner who asks for much waits behind its own asks, and another one is served at once', async () => {
  const few = places(3, 1)
  const first = await few.take('much')
  const second = few.take('much')
  const other = await few.take('other')
  expect([few.taken, few.waiting]).toEqual([2, 1])
  first()
  ;(await second)()
  other()
  expect([few.taken, few.waiting]).toEqual([0, 0])
})

test('those who wait are served in turns, an owner at a time', async () => {
  const one = places(1, 1)
  const first = await one.take('a')
  const served: string[] = []
  const waiting = ['a', 'a', 'a', 'b', 'c'].map(async (owner) => {
    const leave = await one.take(owner)
    served.push(owner)
    leave()
  })
  first()
  await Promise.all(waiting)
  expect(served).toEqual(['a', 'b', 'c', 'a', 'a'])
})

test('an asker that goes away while it waits takes no place', async () => {
  const one = places(1, 1)
  const first = await one.take('a')
  const leaving = new AbortController()
  const gone = one.take('b', leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  await expect(one.take('b', leaving.signal)).rejects.toThrow('gone')
  first()
  expect([one.taken, one.waiting]).toEqual([0, 0])
})

test('more than may wait are refused, with the status of too many requests', async () => {
  const one = places(1, 1, 1)
  const first = await one.take('a')
  const second = one.take('a')
  await expect(one.take('a')).rejects.toThrow(TooMuchWaits)
  await expect(one.take('a')).rejects.toMatchObject({ statusCode: 429 })
  first()
  ;(await second)()
})

test('whatever is taken and given back, no limit is passed and nobody is left over', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (owners, total, ofOneOwner) => {
        const some = places(total, ofOneOwner)
        const running = new Map<string, number>()
        await Promise.all(
          owners.map(async (owner) => {
            const leave = await some.take(owner)
            running.set(owner, (running.get(owner) ?? 0) + 1)
            expect(some.taken).toBeLessThanOrEqual(total)
            expect(running.get(owner)).toBeLessThanOrEqual(ofOneOwner)
            await Promise.resolve()
            running.set(owner, (running.get(owner) ?? 0) - 1)
            leave()
            leave()
          }),
        )
        expect([some.taken, some.waiting]).toEqual([0, 0])
      },
    ),
  )
})
