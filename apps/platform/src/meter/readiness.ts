/** Whether a platform takes requests. A full disk does not change it: reads are still served, and somebody must see why. */
export class Readiness {
  #state: 'starting' | 'ready' | 'stopping' = 'starting'

  /** Returns the readiness of a server that takes requests as soon as it listens. */
  static already(): Readiness {
    const readiness = new Readiness()
    readiness.ready()
    return readiness
  }

  get state(): 'starting' | 'ready' | 'stopping' {
    return this.#state
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  ready(): void {
    this.#state = 'ready'
  }

  stopping(): void {
    this.#state = 'stopping'
  }
}
