import type { Sample, TimedValue, ValueMap } from '../port/deviceData.ts'
import { mergeSamples } from '../values/valueRows.ts'
import type { DeviceSlot } from './deviceSlot.ts'

interface SlotChanges {
  /** The earlier value of each key that changed. */
  readonly before: Map<string, TimedValue | undefined>
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
    const changes: SlotChanges = this.#slots.get(slot) ?? { before: new Map(), samples: [] }
    this.#slots.set(slot, changes)
    changes.samples.push(...samples)
    const overruled = mergeSamples(latest, samples, now, (key, before) => {
      if (!changes.before.has(key)) changes.before.set(key, before)
    })
    if (overruled.length > 0) this.whole.add(slot)
    return overruled
  }

  slots(): DeviceSlot[] {
    return [...this.#slots.keys()]
  }

  /** Returns the keys of a device that changed. */
  keys(slot: DeviceSlot): string[] {
    return [...(this.#slots.get(slot)?.before.keys() ?? [])]
  }

  /** Restores a device's values to what they were before this batch. Returns the batch's samples of the device. */
  rewind(slot: DeviceSlot, latest: ValueMap): readonly Sample[] {
    const changes = this.#slots.get(slot)
    this.#slots.delete(slot)
    for (const [key, before] of changes?.before ?? []) {
      if (before) latest.set(key, before)
      else latest.delete(key)
    }
    return changes?.samples ?? []
  }

  forget(slot: DeviceSlot): void {
    this.#slots.delete(slot)
    this.whole.delete(slot)
  }
}
