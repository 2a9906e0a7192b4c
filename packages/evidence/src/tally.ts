/** Counts the seconds of a span while they are read: where they come from, and which are missing. */
import type { Second } from '@greenwave/observer/replay/quarter'
import { type Manifest, MOST_GAPS } from './manifest.ts'
import { isoTime } from '@greenwave/controller/isoTime'

/** Figures about the seconds of a span. */
type SecondsFigures = Pick<Manifest, 'seconds' | 'gaps' | 'gapCount'>

/** Counts seconds, in their order. */
export class SecondsTally {
  #sampled = 0
  #rebuilt = 0
  #missing = 0
  #notShown = 0
  #gapCount = 0
  readonly #gaps: { fromMs: number; seconds: number }[] = []
  #isInGap = false

  readonly add = ({ atMs, source, notShown }: Pick<Second, 'atMs' | 'source' | 'notShown'>): void => {
    if (notShown !== 0) this.#notShown += 1
    if (source === 'samples') this.#sampled += 1
    else if (source === 'record') this.#rebuilt += 1
    else this.#addMissing(atMs)
    this.#isInGap = source === null
  }

  #addMissing(atMs: number): void {
    this.#missing += 1
    if (!this.#isInGap) {
      this.#gapCount += 1
      if (this.#gaps.length < MOST_GAPS) this.#gaps.push({ fromMs: atMs, seconds: 0 })
    }
    const last = this.#gaps.at(-1)
    if (last && this.#gapCount <= MOST_GAPS) last.seconds += 1
  }

  /** Figures for the manifest. */
  figures(): SecondsFigures {
    const [sampled, rebuilt, missing] = [this.#sampled, this.#rebuilt, this.#missing]
    return {
      seconds: {
        ...{ total: sampled + rebuilt + missing, sampled, rebuilt, missing },
        ...(this.#notShown > 0 && { notShown: this.#notShown }),
      },
      gaps: this.#gaps.map(({ fromMs, seconds }) => ({
        from: isoTime(fromMs),
        until: isoTime(fromMs + seconds * 1000),
        seconds,
      })),
      gapCount: this.#gapCount,
    }
  }
}
