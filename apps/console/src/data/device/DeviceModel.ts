/** The model of one followed device, which folds each arriving value into one state at once. */
import type { DeviceFeed, FeedListener } from './DeviceFeed.ts'
import type { DeviceSteps, Moment } from './deviceSteps.ts'

/** Dependencies of `DeviceModel`. */
export interface DeviceModelDeps<State> {
  readonly steps: DeviceSteps<State>
  readonly feed: DeviceFeed
  readonly moment: () => Moment
  /** Called when something that arrived has changed the state. */
  readonly onArrival: () => void
  /** Called when following has ended, because the last watcher has left or the session is over. */
  readonly onEnd: () => void
}

/** State of a device, folded by its steps from all received values. */
export class DeviceModel<State> {
  /** Ends the model; its state stays as it is. */
  readonly end: () => void
  readonly #deps: DeviceModelDeps<State>
  #state: State

  constructor(deps: DeviceModelDeps<State>) {
    this.#deps = deps
    const { steps, feed, moment, onEnd } = deps
    this.#state = steps.foldMoment(steps.nothingKnown, moment())
    // Other models may have followed the device before.
    for (const what of ['telemetry', 'attributes', 'activeFlag'] as const) this.#state = this.#folded(what)
    this.end = feed.listen({ arrived: (what) => this.#take(what), over: onEnd })
  }

  /** The current state of the device; the same object until it changes. */
  get state(): State {
    return this.#state
  }

  /** Updates the state after time has passed or the state of the connection has changed. */
  updateMoment(): void {
    this.#state = this.#deps.steps.foldMoment(this.#state, this.#deps.moment())
  }

  #folded(what: Parameters<FeedListener['arrived']>[0]): State {
    const { steps, feed, moment } = this.#deps
    switch (what) {
      case 'telemetry':
        return steps.foldTelemetry(this.#state, feed.telemetry, moment())
      case 'attributes':
        return steps.foldAttributes(this.#state, feed.attributes, moment())
      case 'activeFlag':
        return steps.foldActiveFlag(this.#state, feed.activeFlag)
    }
  }

  #take(what: Parameters<FeedListener['arrived']>[0]): void {
    this.#state = this.#folded(what)
    this.#deps.onArrival()
  }
}
