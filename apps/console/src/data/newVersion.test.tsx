import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorAnswer, signInForTest, startSessionForTest, stubPlatform, testTokens } from '../test/stubPlatform.ts'
import { followVersions, reloadForNewVersion } from './newVersion.ts'
import { session } from './session.ts'

const pageWith = (program: string) =>
  `<!doctype html><html><head><script type="application/json">{}</script><script type="module" crossorigin src="${program}"></script></head></html>`
const page = (program: string) => new Response(pageWith(program), { headers: { 'Content-Type': 'text/html' } })

const [OLD, NEW] = ['/assets/index-old.js', '/assets/index-new.js']
let script: HTMLScriptElement
const reload = vi.fn<() => void>()

beforeEach(() => {
  script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', OLD)
  document.head.append(script)
  signInForTest()
  startSessionForTest()
  reload.mockClear()
})
afterEach(() => script.remove())

const served = (answers: Record<string, unknown> = {}) =>
  stubPlatform({
    'GET /': page(NEW),
    [`GET ${NEW}`]: new Response('the new program'),
    'POST /api/auth/token': () => testTokens({ sessionId: 'renewed' }),
    ...answers,
  })

describe('a new version of the console', () => {
  it('is loaded once, with tokens that were renewed just before', async () => {
    served()
    await reloadForNewVersion(reload)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(session.getState()).toMatchObject({ user: { sessionId: 'renewed' } })
    // The page that came was still the old one.
    await reloadForNewVersion(reload)
    expect(reload).toHaveBeenCalledTimes(1)
    served({ 'GET /': page('/assets/index-newer.js'), 'GET /assets/index-newer.js': new Response('newer') })
    await reloadForNewVersion(reload)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['the same program', { 'GET /': page(OLD) }],
    ['no answer', { 'GET /': new TypeError('no network') }],
    ['an error of a proxy', { 'GET /': new Response('<h1>Bad gateway</h1>', { status: 502 }) }],
    ['a page of something else', { 'GET /': new Response('<h1>Sign in to the network</h1>') }],
    ['a program that is not there yet', { [`GET ${NEW}`]: errorAnswer(404, 'none') }],
    ['tokens that cannot be renewed now', { 'POST /api/auth/token': new TypeError('no network') }],
  ])('is not loaded with %s', async (_, answers) => {
    served(answers)
    await reloadForNewVersion(reload)
    expect(reload).not.toHaveBeenCalled()
    expect(session.getState().state).toBe('signedIn')
    served()
    if (!('GET /' in answers)) {
      await reloadForNewVersion(reload)
      expect(reload).toHaveBeenCalledTimes(1)
    }
  })

  it('is looked for every five minutes, while somebody wants to know', async () => {
    vi.useFakeTimers()
    const { calls } = served({ 'GET /': page(OLD) })
    const end = followVersions()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls).toHaveLength(2)
    end()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls).toHaveLength(2)
  })

  it('is nothing that a page of the development server looks for', async () => {
    script.remove()
    const { calls } = served()
    await reloadForNewVersion(reload)
    expect(calls).toEqual([])
  })
})
