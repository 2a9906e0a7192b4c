import { expect, it } from 'vitest'
import { testTitles } from './testTitles.mjs'

const source = `
describe('[spec 2 guard] the guard', () => {
  test.each([
    ['/', 1],
  ])('%s leads to /login', async (address) => {
    open(address)
  })

  it("doesn't show a page [spec 8 401]", () => {})
})

describe.each(EACH)('a change of the %s', (_name, change) => {
  it.each(failures('Failed to add plan'))(
    'after %s says so [spec 8 configuration]',
    async () => {},
  )
})

for (const scheme of schemes) {
  test(\`is accessible, \${scheme} [spec 2 device] [spec 2 dialogs]\`, async () => {})
}
`

it('names each test with its suites and the rules that they quote', () => {
  expect(testTitles(source)).toEqual([
    { title: 'the guard: … leads to /login', tags: ['spec 2 guard'] },
    { title: "the guard: doesn't show a page", tags: ['spec 2 guard', 'spec 8 401'] },
    { title: 'a change of the …: after … says so', tags: ['spec 8 configuration'] },
    { title: 'is accessible, …', tags: ['spec 2 device', 'spec 2 dialogs'] },
  ])
})

it('takes a string that is no title for none', () => {
  expect(testTitles("fill('Hour', '24 [spec 5 plan]')\nexpect(test).toBe('x')")).toEqual([])
})
