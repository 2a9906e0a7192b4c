import type { IncidentFacts } from '@greenwave/contract/records/incidentDetails'
import { useTexts } from '../texts/useTexts.ts'

/** Facts for the text of a cause. */
type Cause = Pick<IncidentFacts, 'cause' | 'junction' | 'aheadSeconds' | 'mode' | 'plan' | 'scheduled' | 'settings'>

/**
 * Returns a function for the cause that breaks the green wave of a corridor; undefined where a number is missing, or
 * where this console does not know the cause.
 *
 * @param form `part`: as a part of a sentence; `first`: the cause, then the junction, for where the end may be cut off
 */
export function useWaveCauseText(form: 'part' | 'first' = 'part'): (cause: Cause) => string | undefined {
  const t = useTexts('incidents', 'words')
  return ({ cause, junction, aheadSeconds, mode, plan, scheduled, settings }) => {
    if (cause === undefined) return t(`causes.several.${form}`)
    if (junction === undefined) return undefined
    switch (cause) {
      case 'offline':
        return t(`causes.offline.${form}`, { junction })
      case 'lamps':
        return t(`causes.lamps.${form}`, { junction })
      case 'step':
        return t(`causes.step.${form}`, { junction })
      case 'actuated':
        return t(`causes.actuated.${form}`, { junction })
      case 'hidden':
        return t(`causes.hidden.${form}`, { junction })
      case 'kind':
        return t(`causes.kind.${form}`, { junction })
      case 'hold':
        if (mode === undefined) return undefined
        return mode === 0
          ? t(`causes.flashing.${form}`, { junction })
          : t(`causes.held.${form}`, { junction, route: mode })
      case 'plan':
        if (plan === undefined || scheduled === undefined) return undefined
        if (plan === null) return t(`causes.noPlan.${form}`, { junction, scheduled })
        return t(`causes.plan.${form}`, { junction, plan, scheduled })
      case 'clock': {
        if (aheadSeconds === undefined) return undefined
        const seconds = Math.abs(aheadSeconds)
        return aheadSeconds > 0
          ? t(`causes.clockAhead.${form}`, { junction, seconds })
          : t(`causes.clockBehind.${form}`, { junction, seconds })
      }
      case 'not-taken':
        return settings === undefined ? undefined : t(`causes.notTaken.${form}`, { junction, count: settings })
      default:
        return undefined
    }
  }
}
