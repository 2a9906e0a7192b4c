import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepScreenOn } from './keepScreenOn.ts'

/** A lock that the browser granted. */
class TestLock {
  released = false
  release = async () => {
    this.released = true
  }
}

let granted: TestLock[]
let refuses: boolean
let visible: DocumentVisibilityState
beforeEach(() => {
  granted = []
  refuses = false
  visible = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible)
  vi.stubGlobal('navigator', {
    wakeLock: {
      request: async () => {
        if (refuses) throw new DOMException('low on power', 'NotAllowedError')
        const lock = new TestLock()
        granted.push(lock)
        return lock
      },
    },
  })
})
afterEach(() => void vi.restoreAllMocks())

const held = () => granted.filter(({ released }) => !released).length
async function turn(state: DocumentVisibilityState): Promise<void> {
  visible = state
  // The browser releases it by itself.
  if (state === 'hidden') for (const lock of granted) lock.released = true
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => undefined)
}

it('the screen is kept on while the page is visible, and no longer than asked for', async () => {
  const stop = keepScreenOn()
  await expect.poll(() => held()).toBe(1)
  await turn('hidden')
  expect(held()).toBe(0)
  await turn('visible')
  await expect.poll(() => held()).toBe(1)
  await turn('visible')
  expect(granted).toHaveLength(2)
  stop()
  expect(held()).toBe(0)
  await turn('visible')
  expect(held()).toBe(0)
})

it('a refusal is no error, and it is asked again when the page comes back', async () => {
  refuses = true
  const stop = keepScreenOn()
  await turn('visible')
  refuses = false
  await turn('visible')
  await expect.poll(() => held()).toBe(1)
  stop()
})

it('a browser without this is left alone', () => {
  vi.stubGlobal('navigator', {})
  expect(() => keepScreenOn()()).not.toThrow()
})
