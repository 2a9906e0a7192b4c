/** @file Writes what a watcher writes, in the place of one, so that a test or a benchmark says what is wrong where. */
import { entityRef } from '@greenwave/contract/wire/ids'
import {
  type JunctionLevel,
  type Pulse,
  pulseKey,
  WATCH_ASSET_NAME,
  WATCH_ASSET_TYPE,
} from '@greenwave/contract/records/watch'
import type { Api } from './api.ts'

/** The state that is written for each level. */
const STATES = ['ok', 'muted', 'hold', 'clock', 'dark', 'conflict'] as const
/** The incidents of the levels that have one. */
const INCIDENTS = {
  3: { type: 'Clock', severity: 'WARNING', details: { code: 'clock', text: 'Its clock is 41 s ahead' } },
  4: { type: 'Dark', severity: 'MAJOR', details: { code: 'dark', text: 'The junction is dark' } },
  5: {
    type: 'Conflicting green',
    severity: 'CRITICAL',
    details: { code: 'conflict', text: 'Phases 1 and 2 have the road at the same time' },
  },
} as const

/** Plays the watcher of all junctions of a platform whose own watcher is off. */
export class PlayedWatcher {
  readonly #api: Api
  readonly #assetId: string
  readonly #levels = new Map<string, JunctionLevel>()
  #revision = 0

  private constructor(api: Api, assetId: string) {
    this.#api = api
    this.#assetId = assetId
  }

  /** Begins to watch as a tenant administrator. */
  static async begin(api: Api): Promise<PlayedWatcher> {
    const { id } = await api.call('saveAsset', { body: { name: WATCH_ASSET_NAME, type: WATCH_ASSET_TYPE } })
    return new PlayedWatcher(api, id.id)
  }

  /** Writes the state of a junction, with the usual code of the level. */
  async judge(deviceId: string, level: JunctionLevel): Promise<void> {
    await this.#api.writeAttributes(deviceId, 'SERVER_SCOPE', {
      gw_level: level,
      gw_state: STATES[level],
      gw_since: Date.now(),
      gw_mode: 4,
    })
    this.#levels.set(deviceId, level)
    this.#revision += 1
  }

  /** Counts a junction no more, because it is gone. */
  forget(deviceId: string): void {
    this.#levels.delete(deviceId)
    this.#revision += 1
  }

  /** Raises the incident of a level; its state is judged besides. */
  async raise(deviceId: string, level: keyof typeof INCIDENTS): Promise<void> {
    const originator = entityRef('DEVICE', deviceId)
    await this.#api.call('saveAlarm', { body: { originator, startTs: Date.now(), ...INCIDENTS[level] } })
    this.#revision += 1
  }

  /** Writes the pulse, after which consoles read what has changed. */
  async pulse(): Promise<void> {
    const levels = STATES.map((_, level) => [...this.#levels.values()].filter((one) => one === level).length)
    const pulse: Pulse = { at: Date.now(), levels, unknown: 0, revision: this.#revision }
    await this.#api.call('saveAttributes', {
      params: { entityType: 'ASSET', entityId: this.#assetId, scope: 'SERVER_SCOPE' },
      body: { [pulseKey(1, 1)]: pulse },
    })
  }
}
