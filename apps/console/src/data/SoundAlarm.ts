/**
 * The sound of incidents that are neither acknowledged nor muted: at once when one begins, and again until none is left.
 * Of all tabs one sounds.
 */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { levelOf } from '@greenwave/observer/incident'
import type { SoundChoice } from './soundChoice.ts'

/** Interval between two sounds of an incident, milliseconds. */
export const SOUND_AGAIN_MS = 8_000
/** Timers of several tabs differ by less, milliseconds. */
const SLACK_MS = 1_000
const STORAGE_KEY = 'greenwave.sounded'

/** Dependencies of `SoundAlarm`. Times are epoch milliseconds. */
export interface SoundAlarmDeps {
  /** Reads active alarms that are not acknowledged, the worst first. */
  readonly readOpen: () => Promise<readonly AlarmInfo[]>
  /** Returns which of these devices are muted. */
  readonly readMuted: (deviceIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Runs one task at a time across all tabs. */
  readonly oneForAllTabs: (task: () => Promise<void>) => Promise<void>
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly nowMs: () => number
  /** Plays the sound of a level. Returns false where the browser does not allow it yet. */
  readonly play: (level: 3 | 4 | 5) => boolean
  /** Called with the level that sounds; null when none is left. */
  readonly onLevel: (level: 3 | 4 | 5 | null) => void
}

/** Sounds while there are incidents of the chosen levels. */
export class SoundAlarm {
  readonly #deps: SoundAlarmDeps
  readonly #choice: SoundChoice
  #timer: ReturnType<typeof setTimeout> | undefined
  #level: 3 | 4 | 5 | null = null
  #isStopped = false

  constructor(deps: SoundAlarmDeps, choice: SoundChoice) {
    this.#deps = deps
    this.#choice = choice
  }

  /** Looks for incidents at once; call it whenever one may have begun or ended. */
  touch(): void {
    this.#isStopped = false
    clearTimeout(this.#timer)
    void this.#look()
  }

  /** Ends the sound; the next `touch` starts again. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    // A platform that does not answer silences nothing.
    const level = await this.#read().catch(() => this.#level)
    if (this.#isStopped) return
    if (level !== this.#level) this.#deps.onLevel(level)
    this.#level = level
    clearTimeout(this.#timer)
    if (level === null) return
    this.#timer = setTimeout(() => this.touch(), SOUND_AGAIN_MS)
    await this.#deps.oneForAllTabs(async () => this.#sound(level)).catch(() => undefined)
  }

  async #read(): Promise<3 | 4 | 5 | null> {
    const open = (await this.#deps.readOpen()).filter(
      ({ severity }) => this.#choice === 'all' || levelOf(severity) === 5,
    )
    const devices = open.flatMap(({ originator }) => (originator.entityType === 'DEVICE' ? [originator.id] : []))
    const muted = devices.length === 0 ? new Set<string>() : await this.#deps.readMuted(devices)
    const [worst] = open.filter(({ originator }) => !muted.has(originator.id))
    return worst ? levelOf(worst.severity) : null
  }

  #sound(level: 3 | 4 | 5): void {
    const { storage, nowMs, play } = this.#deps
    try {
      const sinceMs = nowMs() - Number(storage.getItem(STORAGE_KEY) ?? 0)
      if (this.#isStopped || (sinceMs >= 0 && sinceMs < SOUND_AGAIN_MS - SLACK_MS)) return
      if (play(level)) storage.setItem(STORAGE_KEY, String(nowMs()))
    } catch {
      // Where storage is blocked each tab sounds.
      play(level)
    }
  }
}
