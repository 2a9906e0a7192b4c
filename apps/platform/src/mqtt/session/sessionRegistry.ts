import type { Session } from './session.ts'

/** The live sessions, at most one for each device. */
export class SessionRegistry {
  readonly #byDevice = new Map<string, Session>()

  get size(): number {
    return this.#byDevice.size
  }

  get(deviceId: string): Session | undefined {
    return this.#byDevice.get(deviceId)
  }

  /** Sets the session of a device; returns the one that it replaces. */
  replace(session: Session): Session | undefined {
    const older = this.#byDevice.get(session.deviceId)
    this.#byDevice.set(session.deviceId, session)
    return older
  }

  /** Removes a session; returns false if another one has replaced it. */
  remove(session: Session): boolean {
    return this.#byDevice.get(session.deviceId) === session && this.#byDevice.delete(session.deviceId)
  }

  [Symbol.iterator](): Iterator<Session> {
    return this.#byDevice.values()
  }
}
