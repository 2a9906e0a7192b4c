import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type BookLimits, ConnectionBook } from './connectionBook.ts'

function bookOf(limits: Partial<BookLimits> = {}) {
  const givenUp: string[] = []
  const book = new ConnectionBook<string>({ total: 4, ofAddress: 3, countsBusy: true, ...limits }, (name) => {
    givenUp.push(name)
  })
  return { book, givenUp }
}

describe('when all places are taken', () => {
  it('the oldest silent connection of the address that holds most goes, and the newcomer is taken', () => {
    const { book, givenUp } = bookOf({ ofAddress: 9 })
    for (const name of ['greedy 1', 'greedy 2', 'greedy 3']) book.admit(name, 'greedy')
    book.admit('modest', 'modest')
    expect(book.admit('new 1', 'another')).toBe(true)
    expect(book.admit('new 2', 'another')).toBe(true)
    expect(givenUp).toEqual(['greedy 1', 'greedy 2'])
    expect(book.size).toBe(4)
  })

  it('those that are at work stay, and idle ones go after silent ones', () => {
    const { book, givenUp } = bookOf({ ofAddress: 9 })
    for (const name of ['busy', 'idle', 'silent 1', 'silent 2']) book.admit(name, 'one')
    book.note('busy', 'busy')
    book.note('idle', 'idle')
    for (const name of ['new 1', 'new 2', 'new 3']) {
      book.admit(name, 'another')
      book.note(name, 'busy')
    }
    expect(givenUp).toEqual(['silent 1', 'silent 2', 'idle'])
    expect(book.admit('new 4', 'another')).toBe(false)
    expect(book.size).toBe(4)
  })

  it('an address with many that are at work is not the greedy one for that', () => {
    const { book, givenUp } = bookOf({ total: 6, ofAddress: 9 })
    for (const name of ['w1', 'w2', 'w3']) {
      book.admit(name, 'city')
      book.note(name, 'busy')
    }
    book.admit('arriving', 'city')
    for (const name of ['g1', 'g2', 'g3', 'g4']) book.admit(name, 'greedy')
    expect(givenUp).toEqual(['g1', 'g2'])
  })
})

describe('one address', () => {
  it('takes the place of its own oldest when it has as many as it may', () => {
    const { book, givenUp } = bookOf()
    for (const name of ['a1', 'a2', 'a3', 'a4']) expect(book.admit(name, 'a')).toBe(true)
    expect(givenUp).toEqual(['a1'])
  })

  it('is refused when all of its own are at work', () => {
    const { book } = bookOf()
    for (const name of ['a1', 'a2', 'a3']) {
      book.admit(name, 'a')
      book.note(name, 'busy')
    }
    expect(book.admit('a4', 'a')).toBe(false)
    expect(book.admit('b1', 'b')).toBe(true)
  })

  it('may have as many as there are when it is shared by many', () => {
    const { book, givenUp } = bookOf()
    for (const name of ['a1', 'a2', 'a3', 'a4']) expect(book.admit(name, 'proxy', true)).toBe(true)
    expect(givenUp).toEqual([])
  })

  it('is not counted by those at work where only the unknown count', () => {
    const { book, givenUp } = bookOf({ total: 99, countsBusy: false })
    for (let i = 0; i < 20; i++) {
      book.admit(`known ${i}`, 'city')
      book.note(`known ${i}`, 'busy')
    }
    for (const name of ['u1', 'u2', 'u3', 'u4']) book.admit(name, 'city')
    expect(givenUp).toEqual(['u1'])
    expect(book.size).toBe(23)
  })
})

test('a connection that left makes room, and notes of it change nothing', () => {
  const { book, givenUp } = bookOf({ total: 1, ofAddress: 1 })
  book.admit('first', 'a')
  book.leave('first')
  book.leave('first')
  book.note('first', 'busy')
  expect(book.admit('second', 'b')).toBe(true)
  expect([book.size, givenUp]).toEqual([1, []])
})

test('whatever happens, no limit is passed, and who has one connection keeps it while another holds more that it does not use', () => {
  const address = fc.constantFrom('a', 'b', 'c')
  const step = fc.oneof(
    fc.record({ kind: fc.constant('admit' as const), address }),
    fc.record({
      kind: fc.constantFrom('pending' as const, 'idle' as const, 'busy' as const, 'leave' as const),
      nth: fc.nat(20),
    }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const admitted = new Map<string, { address: string; state: string }>()
      const countOf = (address: string, busyToo: boolean) =>
        [...admitted.values()].filter((one) => one.address === address && (busyToo || one.state !== 'busy')).length
      let made = 0
      const book = new ConnectionBook<string>({ total: 6, ofAddress: 4, countsBusy: true }, (name) => {
        const victim = admitted.get(name)
        expect(victim?.state).not.toBe('busy')
        const most = Math.max(...['a', 'b', 'c'].map((one) => countOf(one, false)))
        const own = countOf(victim?.address ?? '', true)
        expect(own === 4 || countOf(victim?.address ?? '', false) === most).toBe(true)
        admitted.delete(name)
      })
      for (const step of steps) {
        if (step.kind === 'admit') {
          const name = `${step.address}${made++}`
          if (book.admit(name, step.address)) admitted.set(name, { address: step.address, state: 'pending' })
        } else {
          const name = [...admitted.keys()][step.nth] ?? 'nobody'
          if (step.kind === 'leave') {
            book.leave(name)
            admitted.delete(name)
          } else {
            book.note(name, step.kind)
            const one = admitted.get(name)
            if (one) one.state = step.kind
          }
        }
        expect(book.size).toBe(admitted.size)
        expect(book.size).toBeLessThanOrEqual(6)
        for (const one of ['a', 'b', 'c']) expect(countOf(one, true)).toBeLessThanOrEqual(4)
      }
    }),
  )
})
