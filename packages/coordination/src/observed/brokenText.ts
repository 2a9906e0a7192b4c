import { type BrokenWaveFacts, CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import { counted } from '@greenwave/contract/text'
import type { BrokenWave } from './WaveEvaluator.ts'

/** When the incident of a broken wave is raised, in one line. */
const BROKEN_CONDITION = 'Less than half of the planned green wave was there in five cycles'

/** Returns the details of the alarm of a broken wave. */
export function brokenDetails({ facts, raised = facts }: BrokenWave) {
  return {
    code: CORRIDOR_INCIDENT.code,
    text: brokenText(facts, raised),
    facts,
    ...(raised !== facts && { raised }),
    evidence: [],
    rule: BROKEN_CONDITION,
  }
}

/**
 * Returns the plain English sentence of a broken wave, with what is left of it now; with `raised`, the facts when it was
 * raised, the sentence that is kept.
 */
export function brokenText(facts: BrokenWaveFacts, raised?: BrokenWaveFacts): string {
  const { direction, seconds, setSeconds, cause, junction = '' } = facts
  // The extent is unknown.
  if (cause === 'offline') return `The green wave ${direction} cannot be seen: ${junction} is not connected`
  const left = `${Math.round(seconds)} s of the ${Math.round(setSeconds)} s green wave ${direction} are left`
  const isSame = raised?.direction !== direction || Math.round(raised.seconds) === Math.round(seconds)
  const when = !raised ? '' : isSame ? ' (when raised)' : ` (${Math.round(raised.seconds)} s when raised)`
  return `${left}${when}: ${causeText(facts, junction)}`
}

function causeText(facts: BrokenWaveFacts, junction: string): string {
  const { cause, aheadSeconds = 0, mode, plan, scheduled, settings } = facts
  switch (cause) {
    case 'clock':
      return `the clock of ${junction} is ${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead' : 'behind'}`
    case 'hold':
      return mode === 0 ? `${junction} flashes` : `${junction} is held on route ${mode}`
    case 'kind':
      return `${junction} lacks the settings of its kind of day`
    case 'plan':
      return `${junction} runs ${plan == null ? 'no plan' : `plan ${plan}`}, its schedule has plan ${scheduled}`
    case 'not-taken':
      return `${junction} did not take ${counted(settings ?? 0, 'setting', 'settings')}`
    case 'lamps':
      return `the lamps of ${junction} are faulty`
    case 'step':
      return `${junction} is out of step`
    default:
      return 'several junctions are out of step'
  }
}
