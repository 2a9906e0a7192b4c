import type { Sample, TimedValue, ValueMap } from '../port/deviceData.ts'
import { mergeSamples } from '../values/valueRows.ts'
import type { DeviceSlot } from './deviceSlot.ts'

interface SlotChanges {
  /** The keys that changed, in order and perhaps several times, and the value that each had before. */
  readonly keys: string[]
  readonly before: (TimedValue | undefined)[]
  /** All samples, even those too old to change anything: after an undo they may. */
  readonly samples: Sample[]
}

/** The changes of a batch's samples to latest values. They are visible before the commit, and undone when it fails. */
export class LatestUndo {
  readonly #slots = new Map<DeviceSlot, SlotChanges>()
  /** Devices whose latest values do not follow from the rows of their samples; these are written whole. */
  readonly whole = new Set<DeviceSlot>()

  /**
   * Merges samples into latest values and remembers the earlier values. Returns the keys whose newer value was
   * replaced.
   */
  merge(slot: DeviceSlot, latest: ValueMap, samples: readonly Sample[], now: number): readonly string[] {
    const changes: SlotChanges = this.#slots.get(slot) ?? { keys: [], before: [], samples: [] }
    this.#slots.set(slot, changes)
    changes.samples.push(...samples)
    const overruled = mergeSamples(latest, samples, now, (key, before) => {
      changes.keys.push(key)
      changes.before.push(before)
    })
    if (overruled.length > 0) this.whole.add(slot)
    return overruled
  }

  slots(): DeviceSlot[] {
    return [...this.#slots.keys()]
  }

  /** Returns the keys of a device that changed. */
  keys(slot: DeviceSlot): string[] {
    return [...new Set(this.#slots.get(slot)?.keys)]
  }

  /** Restores a device's values to what they were before this batch. Returns the batch's samples of the device. */
  rewind(slot: DeviceSlot, latest: ValueMap): readonly Sample[] {
    const changes = this.#slots.get(slot)
    this.#slots.delete(slot)
    if (!changes) return []
    const { keys, before, samples } = changes
    for (let place = keys.length - 1; place >= 0; place -= 1) {
      const [key = '', earlier] = [keys[place], before[place]]
      if (earlier) latest.set(key, earlier)
      else latest.delete(key)
    }
    return samples
  }

  forget(slot: DeviceSlot): void {
    this.#slots.delete(slot)
    this.whole.delete(slot)
  }
}
