/**
 * @file Writes a change of a device's attributes together with its record, `gw_change`. All writers of settings use it:
 * console, command line and watcher.
 *
 * The record comes first, as begun; if that fails, nothing is changed. Then come the attributes, then the record again
 * with the result, at the same time and so in place of the first one. An interruption in between leaves a record that
 * says "begun": a written change never lacks its record, and no record claims a write that the platform has not
 * confirmed. Writing the same change again is safe. A mode with an end follows its hold (docs/holds.md).
 */
import { ApiError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import { type AttributeSet, type ChangeRecord, writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { Hold } from '@greenwave/contract/records/holds'
import { CHANGE_KEY, CHANGED_KEY } from '@greenwave/contract/records/recordKeys'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { settingsAmong, valuesOfKeys } from './attributeSets.ts'
import { kindOfKey } from './changeKinds.ts'
import { changeWords } from './changeWords.ts'
import { endedEarly } from './holdEnd.ts'

/** The calls that write a change. */
export type ChangeCalls = CallApi<'saveTimeseries' | 'saveAttributes' | 'deleteAttributes'>

/** A change that is to be written. */
export interface Change
  extends Pick<ChangeRecord, 'id' | 'at' | 'by' | 'from' | 'scope'>,
    Partial<Pick<ChangeRecord, 'why' | 'restores' | 'batch'>> {
  readonly deviceId: string
  /** The attributes of the scope, as they were read just before. */
  readonly present: Readonly<Record<string, unknown>>
  /** Values to write; null removes an attribute. A function is called right before the write. */
  readonly values: AttributeSet | (() => AttributeSet)
  /** The hold of the mode that is written; it is written before that. */
  readonly hold?: Hold | undefined
  /** The hold that was in force just before; undefined if nothing was held. */
  readonly holdBefore?: Hold | undefined
  /** The names of the junction's phases for the words of the record, as they are now; left out where none is known. */
  readonly phaseNames?: PhaseNames | undefined
}

/** A change that the platform has taken. */
export interface WrittenChange {
  readonly change: ChangeRecord
  /**
   * Resolves when the record says so too. It never rejects: without that last write the record says "begun", and the
   * attributes show that it was done.
   */
  readonly settled: Promise<void>
}

/**
 * Writes a change and its record. Resolves when the platform has taken the attributes. Rejects with the error of the
 * call that failed: after a refusal (ApiError) nothing was changed, or only what `partly` says; after a NetworkError it
 * is unknown.
 */
export async function writeChange(call: ChangeCalls, change: Change): Promise<WrittenChange> {
  const { deviceId, values, hold, phaseNames: names } = change
  const begun = begunRecord(change, typeof values === 'function' ? values() : values)
  await save(call, deviceId, begun)
  // A clock is to be as late as possible.
  const after = typeof values === 'function' ? values() : values
  const meant: ChangeRecord = {
    ...begun,
    after,
    words: changeWords(begun.before, after, { ...begun, names }),
  }
  let state: ChangeRecord['state'] = 'refused'
  try {
    if (hold) {
      const params = { ...ofDevice(deviceId), scope: 'SERVER_SCOPE' }
      await call('saveAttributes', { params, body: { [JUNCTION_KEYS.hold]: hold } })
      state = 'partly'
    }
    const written = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null))
    if (Object.keys(written).length > 0)
      await call('saveAttributes', { params: { ...ofDevice(deviceId), scope: change.scope }, body: written })
    const removed = Object.keys(after).filter((key) => after[key] === null)
    if (removed.length > 0) {
      if (Object.keys(written).length > 0) state = 'partly'
      const query = { keys: removed.join() }
      await call('deleteAttributes', { params: { ...ofDevice(deviceId), scope: change.scope }, query })
    }
  } catch (error) {
    // Without an answer the result is unknown: the record stays as it is.
    if (error instanceof ApiError)
      await settle(call, deviceId, { ...meant, state, said: error.serverMessage ?? error.message })
    throw error
  }
  const done: ChangeRecord = { ...meant, state: 'written' }
  return { change: done, settled: settle(call, deviceId, done) }
}

/** Completes the record of a change whose values are written, after its writer was interrupted. Never rejects. */
export function finishChange(call: CallApi<'saveTimeseries'>, deviceId: string, record: ChangeRecord): Promise<void> {
  return settle(call, deviceId, { ...record, state: 'written' })
}

/** Returns the record of a change that is begun. */
export function begunRecord(change: Change, after: AttributeSet): ChangeRecord {
  const { id, at, by, from, scope, why = '', restores, batch, present, hold, phaseNames: names } = change
  // A clock has no time that anybody could go back to.
  const own = valuesOfKeys(
    present,
    Object.keys(after).filter((key) => kindOfKey(key) !== 'clock'),
  )
  const before = scope === 'SHARED_SCOPE' ? { ...settingsAmong(present), ...own } : own
  const untilBefore = hold ? change.holdBefore?.until : endedEarly(after, change.holdBefore, at)
  const ends = { until: hold?.until, untilBefore }
  const words = changeWords(before, after, { ...ends, names })
  return {
    id,
    at,
    by,
    from,
    state: 'begun',
    why,
    said: '',
    words,
    restores,
    batch,
    ...ends,
    scope,
    after,
    before,
    unkept: [],
  }
}

async function save(call: CallApi<'saveTimeseries'>, deviceId: string, change: ChangeRecord): Promise<void> {
  const values = { [CHANGE_KEY]: writeChangeRecord(change), [CHANGED_KEY]: change.at }
  await call('saveTimeseries', {
    params: { ...ofDevice(deviceId), scope: 'ANY' },
    body: { ts: change.at, values },
  })
}

/** Writes the record again; once more if that fails. */
async function settle(call: CallApi<'saveTimeseries'>, deviceId: string, change: ChangeRecord): Promise<void> {
  const attempt = () => save(call, deviceId, change)
  await attempt()
    .catch(attempt)
    .catch(() => undefined)
}
