import { readFileSync } from 'node:fs'
import { PROVIDER_SIGN_IN_PATHS } from '@greenwave/contract/wire/providerSignIn'
import { describe, expect, it } from 'vitest'
import { isConsolePage, programIn } from './consolePages.ts'

/** The paths of the console's routes, with something for their parameters. */
const PATHS = [
  ...readFileSync(new URL('../app/routes.tsx', import.meta.url), 'utf8').matchAll(/path: '(\/[^']*)'/g),
].map(([, path = '']) => path.replaceAll(/\$\w+/g, 'a-1'))

describe('the worker opens the page', () => {
  it('for every route of the console', () => {
    expect(PATHS.length).toBeGreaterThan(20)
    expect(PATHS.filter((path) => !isConsolePage(path))).toEqual([])
  })

  it.each([
    ...PROVIDER_SIGN_IN_PATHS,
    '/api/auth/login',
    '/docs',
    '/readyz',
    '/tiles/1/2/3',
    '/assets/a-1.js',
    '/files/a.csv',
  ])('but not for %s, which the platform answers', (path) => {
    expect(isConsolePage(path)).toBe(false)
  })
})

it('the program of a page is found as the build writes it', () => {
  expect(programIn('<head><script type="module" crossorigin src="/assets/index-1.js"></script>')).toBe(
    '/assets/index-1.js',
  )
  expect(programIn('<h1>Sign in to the network</h1>')).toBe('')
})
