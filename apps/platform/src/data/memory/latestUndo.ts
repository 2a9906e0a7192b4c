import type { Sample, TimedValue, ValueMap } from '../port/deviceData.ts'
import { mergeSamples } from '../values/valueRows.ts'
import type { DeviceSlot } from './deviceSlot.ts'

interface SlotChanges {
  /** What each key that changed was before. */
  readonly before: Map<string, TimedValue | undefined>
  /** All samples, also those that were too old to change anything: what they do depends on what was before. */
  readonly samples: Sample[]
}

/** What the samples of a batch did to latest values in memory, which show them before their commit. */
export class LatestUndo {
  readonly #slots = new Map<DeviceSlot, SlotChanges>()
  /** Devices whose latest values are more than the rows of their samples say; they are written whole. */
  readonly whole = new Set<DeviceSlot>()

  /** Folds samples in, and remembers what was there. Answers the keys whose newer value was overruled. */
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

  /** Keys of a device that changed. */
  keys(slot: DeviceSlot): string[] {
    return [...(this.#slots.get(slot)?.before.keys() ?? [])]
  }

  /** Makes a device's values what they were before this batch, and answers the samples that it had. */
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
