import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubCaches } from '../test/stubCaches.ts'
import { followReleases, waitingRelease } from './releases.ts'
import { reloadAfresh } from './reloadAfresh.ts'

/** The service workers of a browser: a registration whose next worker the test installs. */
class Workers extends EventTarget {
  controller: object | null = null
  readonly posted: unknown[] = []
  readonly registration = Object.assign(new EventTarget(), {
    waiting: null as { postMessage(message: unknown): void } | null,
    installing: null as EventTarget | null,
    update: async () => undefined,
  })

  register = vi.fn(async () => this.registration)
  getRegistration = async () => this.registration

  install(): void {
    const worker = Object.assign(new EventTarget(), { postMessage: (message: unknown) => this.posted.push(message) })
    this.registration.installing = worker
    this.registration.dispatchEvent(new Event('updatefound'))
    this.registration.installing = null
    this.registration.waiting = worker
    worker.dispatchEvent(new Event('statechange'))
  }

  get container(): ServiceWorkerContainer {
    return this as unknown as ServiceWorkerContainer
  }
}

afterEach(() => {
  waitingRelease.set(false)
  vi.unstubAllGlobals()
})

async function following(controller: object | null) {
  vi.stubGlobal('window', new EventTarget())
  const workers = new Workers()
  workers.controller = controller
  const stop = followReleases(workers.container)
  await vi.waitFor(() => expect(workers.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' }))
  await Promise.resolve()
  return { workers, stop }
}

describe('a new release', () => {
  it('waits until the user takes it, and is loaded by a reload after it has taken over', async () => {
    const { workers, stop } = await following({})
    workers.install()
    expect(waitingRelease.state).toBe(true)
    expect(workers.posted).toEqual([])
    vi.stubGlobal('navigator', { serviceWorker: workers.container })
    const reload = vi.fn<() => void>()
    const reloading = reloadAfresh(reload)
    await vi.waitFor(() => expect(workers.posted).toEqual(['takeOver']))
    expect(reload).not.toHaveBeenCalled()
    workers.dispatchEvent(new Event('controllerchange'))
    await reloading
    expect(reload).toHaveBeenCalledOnce()
    stop()
  })

  it('is nothing to ask about where the first worker of a browser is installed', async () => {
    const { workers, stop } = await following(null)
    workers.install()
    expect(waitingRelease.state).toBe(false)
    stop()
  })

  it('is loaded past the kept files when none waits, and what is kept of the user stays', async () => {
    const stores = stubCaches()
    await caches.open('greenwave-files-1')
    await caches.open('greenwave-last-me')
    vi.stubGlobal('navigator', { serviceWorker: new Workers().container })
    const reload = vi.fn<() => void>()
    await reloadAfresh(reload)
    expect(stores.names()).toEqual(['greenwave-last-me'])
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is loaded by a plain reload in a browser without service workers', async () => {
    vi.stubGlobal('navigator', {})
    const reload = vi.fn<() => void>()
    await reloadAfresh(reload)
    expect(reload).toHaveBeenCalledOnce()
  })
})
