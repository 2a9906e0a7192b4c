/** @file Sends a rollout to one junction, exactly once however often it is tried. */
import { isSameValue } from '@greenwave/changes/attributeSets'
import { fetchChanges } from '@greenwave/changes/fetchChanges'
import { type ChangeCalls, writeChange } from '@greenwave/changes/writeChange'
import { ApiError, NetworkError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { Failure, Rollout, RolloutTarget } from '@greenwave/contract/records/rollouts'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { plainValues } from '@greenwave/observer/inEffect'
import { type JunctionFacts, fetchJunctionFacts } from './junctionFacts.ts'
import { differingValues, holdOf } from './meantValues.ts'
import { previewOf } from './preview.ts'

/** The calls that send to a junction. */
export type SendCalls = ChangeCalls & CallApi<'attributes' | 'timeseries'>

/** Who sends what. */
export interface Sending {
  readonly call: SendCalls
  readonly rolloutId: string
  readonly rollout: Rollout
  /** Who sends: the user of the calls, and from where. */
  readonly by: { readonly id: string; readonly name: string }
  readonly from: string
  /** The platform's time, epoch milliseconds. */
  readonly nowMs: () => number
}

const TOO_MANY_REQUESTS = 429

/** Returns the id that every try to send a rollout to a junction has in common. */
function changeIdOf(rolloutId: string, deviceId: string): string {
  return `${rolloutId}/${deviceId}`
}

/** Fetches the record of a rollout on a device; undefined if there is none, so that nothing was sent. */
export async function fetchOwnRecord(
  call: CallApi<'timeseries'>,
  rolloutId: string,
  { id, at }: RolloutTarget,
): Promise<ChangeRecord | undefined> {
  if (at === undefined) return undefined
  const { changes } = await fetchChanges(call, { deviceId: id, fromMs: at, untilMs: at + 1, limit: 1 })
  return changes.find((change) => change.id === changeIdOf(rolloutId, id))
}

/**
 * Sends to a junction whose state is `sending`, and returns what is known of it then. It stays `sending` if the platform
 * gave no answer.
 *
 * @param mayHaveBeenSent false when no try was made before
 * @throws the error of a call by which the whole rollout cannot go on, such as a user without the right to write
 */
export async function sendTo(
  sending: Sending,
  target: RolloutTarget,
  mayHaveBeenSent: boolean,
): Promise<RolloutTarget> {
  const failed = (why: Failure, said?: string): RolloutTarget => ({ ...target, state: 'failed', why, said })
  const { values, until: untilOfAll } = sending.rollout
  const rollout = { ...sending.rollout, values: { ...values, ...target.values }, until: target.until ?? untilOfAll }
  try {
    const record = mayHaveBeenSent ? await fetchOwnRecord(sending.call, sending.rolloutId, target) : undefined
    if (record?.state === 'written') return { ...target, state: 'sent' }
    if (record?.state === 'refused' || record?.state === 'partly') return failed('refused', record.said)
    // It begins anew, at another time.
    if (mayHaveBeenSent && !record) return { ...target, state: 'todo', at: undefined }
    const facts = await fetchJunctionFacts(sending.call, target.id)
    if (record && isThere(record, facts)) return { ...target, state: 'sent' }
    const { isRefused, was } = previewOf(rollout, facts)
    if (was !== target.was) return failed('changed')
    const { until } = rollout
    if (typeof until === 'number' && until <= sending.nowMs()) return failed('late')
    if (isRefused) return failed(rollout.kind === 'clock' ? 'offline' : 'invalid')
    return await write({ ...sending, rollout }, target, facts)
  } catch (error) {
    if (error instanceof NetworkError) return target
    if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
    if (error.status === TOO_MANY_REQUESTS) return target
    return error.status === 404 ? failed('gone') : failed('refused', error.serverMessage ?? error.message)
  }
}

async function write(
  { call, rolloutId, rollout, by, from, nowMs }: Sending,
  target: RolloutTarget,
  facts: JunctionFacts,
): Promise<RolloutTarget> {
  const isClock = rollout.kind === 'clock'
  const values = isClock ? () => writeDeviceTime(localTimeAt(nowMs())) : differingValues(rollout, facts)
  if (!isClock && Object.keys(values).length === 0) return { ...target, state: 'same' }
  const { settled } = await writeChange(call, {
    ...{ id: changeIdOf(rolloutId, target.id), at: target.at ?? nowMs(), by, from, why: rollout.why, batch: rolloutId },
    ...{ deviceId: target.id, scope: 'SHARED_SCOPE', present: plainValues(facts.shared), values },
    hold: holdOf(rollout, by.name),
    holdBefore: facts.hold,
    phaseNames: facts.phaseNames,
  })
  await settled
  return { ...target, state: 'sent' }
}

/** A platform that did not answer may have written what the record says. */
function isThere({ after }: ChangeRecord, { shared }: JunctionFacts): boolean {
  return Object.entries(after).every(([key, value]) => isSameValue(shared[key]?.value, value ?? undefined))
}
