/** Lines about a rollout, for a terminal. */

import { CHANGE_STATE_TEXTS, type ChangeState } from '@greenwave/changes/changeState'
import { parseRollout, type Rollout, TARGET_STATES } from '@greenwave/contract/records/rollouts'
import { counted } from '@greenwave/contract/text'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { isoSecond } from '@greenwave/controller/isoTime'
import { MODE_KEY } from '@greenwave/controller/keys'
import { modeChoice } from '@greenwave/controller/mode'
import { countStates, isUnsent } from '@greenwave/rollout/nextStep'

const nameOf = (state: ChangeState): string => {
  const name = CHANGE_STATE_TEXTS.name[state]
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

/** Returns one line about the asset of a rollout, which begins with its id. */
export function titleLine(
  { id, name, additionalInfo }: Pick<AssetInfo, 'id' | 'name' | 'additionalInfo'>,
  nowMs: number,
): string {
  const rollout = parseRollout(additionalInfo)
  return `${id.id}  ${rollout ? `${progressLine(rollout, nowMs)}  ${whatIsSent(rollout)}, by ${rollout.by.name}` : name}`
}

/**
 * Returns the progress of a rollout: 'running: 3 seen on the street, 5 not sent yet', or 'broken off: …' while no
 * sender is active. `nowMs` is the platform's time, epoch milliseconds.
 */
export function progressLine(rollout: Rollout, nowMs: number): string {
  const counts = countStates(rollout)
  const parts = TARGET_STATES.flatMap((state) => (counts[state] ? [`${counts[state]} ${nameOf(state)}`] : []))
  return `${isUnsent(rollout, nowMs) ? 'broken off' : rollout.run}: ${parts.join(', ')}`
}

/** Returns the report of a rollout: the result of each junction. */
export function reportLines(rollout: Rollout, names: ReadonlyMap<string, string>, nowMs: number): readonly string[] {
  const lines = rollout.targets.map(({ id, state, why, said: message }) => {
    const text = why ? `${nameOf(why)}: ${CHANGE_STATE_TEXTS.text[why]}` : nameOf(state)
    return `${names.get(id) ?? id}: ${text}${message ? ` (${message})` : ''}`
  })
  return [whatIsSent(rollout), ...lines, progressLine(rollout, nowMs)]
}

function whatIsSent({ kind, values, from, until, title, targets }: Rollout): string {
  if (title) return title
  if (kind === 'clock') return 'Clocks set'
  if (kind === 'settings') {
    return `${counted(Object.keys(values).length, 'value', 'values')}${from ? ` of ${from.name}` : ''}`
  }
  const mode = `Mode ${modeChoice(Number(values[MODE_KEY])).name}`
  if (targets.some((target) => target.until !== undefined)) return `${mode} until each next change of plan`
  return typeof until === 'number' ? `${mode} until ${isoSecond(until)}` : mode
}
