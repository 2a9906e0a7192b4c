import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubCaches } from '../test/stubCaches.ts'
import { keepFiles } from './keepFiles.ts'
import { followReleases, waitingRelease, worker } from './releases.ts'
import { reloadAfresh } from './reloadAfresh.ts'

/** The service workers of a browser: a registration whose next worker the test installs. */
class Workers extends EventTarget {
  controller: object | null = null
  readonly posted: unknown[] = []
  readonly registration = Object.assign(new EventTarget(), {
    waiting: null as { postMessage(message: unknown): void } | null,
    installing: null as (EventTarget & { state?: ServiceWorkerState }) | null,
    active: null as { state: ServiceWorkerState } | null,
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

  /** Begins to install the first worker of this browser. */
  begin() {
    const first = Object.assign(new EventTarget(), { state: 'installing' as ServiceWorkerState })
    this.registration.installing = first
    return {
      takeOver: () => {
        this.controller = first
        this.dispatchEvent(new Event('controllerchange'))
      },
      fail: () => {
        first.state = 'redundant'
        first.dispatchEvent(new Event('statechange'))
      },
    }
  }

  get container(): ServiceWorkerContainer {
    return this as unknown as ServiceWorkerContainer
  }
}

afterEach(() => {
  vi.useRealTimers()
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

  it('is loaded after five seconds all the same, and again while a reload does not come', async () => {
    const { workers, stop } = await following({})
    workers.install()
    vi.stubGlobal('navigator', { serviceWorker: workers.container })
    vi.useFakeTimers()
    const reload = vi.fn<() => void>()
    const reloading = reloadAfresh(reload)
    await vi.advanceTimersByTimeAsync(5_000)
    await reloading
    expect(reload).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reload).toHaveBeenCalledTimes(2)
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

describe('the files of a first visit', () => {
  const origin = 'http://console.example'
  const fetched = vi.fn<(address: string) => Promise<Response>>()

  /** Registers a worker in a page that loaded a file of the console, an answer and a picture of elsewhere. */
  async function visiting(prepare: (workers: Workers) => void) {
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('location', { origin })
    const names = [
      `${origin}/assets/a-1.js`,
      `${origin}/assets/a-1.js`,
      `${origin}/api/device`,
      'https://tiles.example/1',
    ]
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue(names.map((name) => ({ name }) as PerformanceEntry))
    fetched.mockReset().mockResolvedValue(new Response())
    vi.stubGlobal('fetch', fetched)
    const workers = new Workers()
    prepare(workers)
    vi.stubGlobal('navigator', { serviceWorker: workers.container })
    const stop = followReleases(workers.container)
    const done = vi.fn<() => void>()
    const keeping = keepFiles().then(done)
    await worker.registered
    await new Promise((resolve) => setTimeout(resolve))
    return { done, keeping, stop }
  }

  afterEach(() => vi.restoreAllMocks())

  it('are loaded again through the worker, each once, as soon as it answers the page, and others wait for it', async () => {
    let first: ReturnType<Workers['begin']> | undefined
    const { done, keeping, stop } = await visiting((workers) => {
      first = workers.begin()
    })
    expect(done).not.toHaveBeenCalled()
    expect(fetched).not.toHaveBeenCalled()
    first?.takeOver()
    await keeping
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([`${origin}/assets/a-1.js`])
    stop()
  })

  it('are not waited for any longer when the worker cannot be installed', async () => {
    let first: ReturnType<Workers['begin']> | undefined
    const { done, keeping, stop } = await visiting((workers) => {
      first = workers.begin()
    })
    expect(done).not.toHaveBeenCalled()
    first?.fail()
    await keeping
    stop()
  })

  it.each<[string, (workers: Workers) => void]>([
    ['a worker answers the page already', (workers) => (workers.controller = {})],
    ['the page was reloaded without its worker', (workers) => (workers.registration.active = { state: 'activated' })],
    ['the browser refuses a worker', (workers) => workers.register.mockRejectedValue(new Error('refused'))],
  ])('are left alone where %s', async (_why, prepare) => {
    const { done, stop } = await visiting(prepare)
    expect(done).toHaveBeenCalled()
    expect(fetched).not.toHaveBeenCalled()
    stop()
  })
})
