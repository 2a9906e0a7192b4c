import type { DeviceChange, DeviceData } from '../data/port/deviceData.ts'
import { LIMITS } from '../limits/limits.ts'

/** Result of a wait: the change as JSON text, or the reason why there is none. */
export type WaitOutcome = { readonly change: string } | 'timeout' | 'gone' | 'tooMany'

/**
 * Devices that wait for the next change of their shared attributes. Their number is limited, and all waits end when the
 * platform stops.
 */
export class AttributeWaits {
  readonly #data: Pick<DeviceData, 'subscribe'>
  readonly #ends = new Map<string, Set<(outcome: WaitOutcome) => void>>()
  #size = 0
  #closed = false

  constructor(data: Pick<DeviceData, 'subscribe'>) {
    this.#data = data
  }

  /** Waits for one change. `onAbort` gets the function that ends the wait when the device disconnects. */
  next(deviceId: string, timeoutMs: number, onAbort: (abort: () => void) => void): Promise<WaitOutcome> {
    const own = this.#ends.get(deviceId) ?? new Set()
    if (this.#closed) return Promise.resolve('timeout')
    if (own.size >= LIMITS.deviceApiWaitsOfDevice.value || this.#size >= LIMITS.deviceApiWaits.value)
      return Promise.resolve('tooMany')
    return new Promise((resolve) => {
      const end = (outcome: WaitOutcome): void => {
        if (!own.delete(end)) return
        this.#size -= 1
        if (own.size === 0) this.#ends.delete(deviceId)
        clearTimeout(timer)
        stop()
        resolve(outcome)
      }
      const timer = setTimeout(() => end('timeout'), timeoutMs)
      const stop = this.#data.subscribe(deviceId, (change) => {
        if (change.kind === 'ownerDeleted') end('gone')
        const answer = answerFor(change)
        if (answer !== undefined) end({ change: JSON.stringify(answer) })
      })
      this.#ends.set(deviceId, own.add(end))
      this.#size += 1
      onAbort(() => end('gone'))
    })
  }

  /** Ends all waits, including later ones. */
  close(): void {
    this.#closed = true
    for (const ends of [...this.#ends.values()]) for (const end of [...ends]) end('timeout')
  }
}

/** Returns the same JSON as over MQTT: the written values, or `{"deleted": [...]}`. */
function answerFor(change: DeviceChange): object | undefined {
  if (change.kind === 'attributes' && change.scope === 'SHARED_SCOPE') return change.values
  if (change.kind === 'attributesDeleted' && change.scope === 'SHARED_SCOPE') return { deleted: change.keys }
  return undefined
}
